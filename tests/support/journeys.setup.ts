import { shareProducts } from "./shared-products";

/** Runs once for all projects and workers. Playwright calls the returned function at the end. */
export default () =>
  shareProducts({
    env: {
      // A real product gives up lost operations after five minutes.
      QUIET_S: "3",
    },
  });
