import { shareProducts } from "./shared-products";

/** Once for a run of the journeys, whatever its projects and workers. Playwright calls what is returned at the end. */
export default () =>
  shareProducts({
    env: {
      // A lost operation is given up after seconds, where a real product takes five minutes.
      QUIET_S: "3",
    },
  });
