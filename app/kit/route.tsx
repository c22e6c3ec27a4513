/** `/_ui`: every part of `app/ui` in each of its states. `vite.config.ts` adds this route in development only. */
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useRequest } from "~/ui/request";
import { FRAMES } from "./frames";
import { Parts } from "./parts";

export function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams;
  return { frame: query.get("frame"), scheme: query.get("scheme") };
}

export default function Kit() {
  const { frame, scheme } = useLoaderData<typeof loader>();
  const Frame = FRAMES.find(({ name }) => name === frame)?.Frame ?? Parts;
  return (
    <>
      <Scheme name={scheme} />
      <Frame />
    </>
  );
}

/** The stylesheet once more, with one scheme whatever the device says. */
function Scheme({ name }: { name: string | null }) {
  const { assets, nonce } = useRequest();
  if (!assets.css || !name) return null;
  const css = assets.css.replaceAll("(prefers-color-scheme: dark)", name === "dark" ? "all" : "not all");
  return <style nonce={nonce} dangerouslySetInnerHTML={{ __html: css }} />;
}
