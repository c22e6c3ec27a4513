import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { pageHeaders, soft } from "~/actions";
import type { Launch } from "../../../server/providers/launch";
import { gamePage, openGameIn } from "~/features/games/game";
import { factsOf } from "~/features/receipt/words";
import type { RouteHandle } from "~/root";
import { LaunchFailed } from "./launch-failed";
import { LaunchReady } from "./launch-ready";

export const handle: RouteHandle = { title: "games:launchTitle", back: "/user/home" };
export const headers = pageHeaders;

/** Opens the game that the member has just asked for, once; others are led to its page. */
export async function loader({ params, context }: LoaderFunctionArgs) {
  const code = params.code!;
  const asked = context.asked.take("launch", code);
  if (!asked) throw redirect(gamePage(code), 303);
  const [wallet, moved] = await Promise.all([soft(context.operator.getWallet()), amountOf(context, asked.detail)]);
  const game = wallet && openGameIn(wallet, code);
  const limited = await context.limit("launch", context.requireMember().id);
  const launch: Launch =
    limited !== null
      ? { kind: "failed", text: "errors:REQUEST_LIMIT", status: 429 }
      : game
        ? await context.launch(game)
        : { kind: "failed", text: context.trouble ?? "games:launchUnanswered", status: 503 };
  const failed = launch.kind === "failed";
  return json(
    { code, name: game?.name ?? code, moved, launch, failed },
    {
      status: failed ? launch.status : 200,
      headers: limited === null ? undefined : { "Retry-After": String(limited) },
    },
  );
}

/** Minor units that have just been moved into the game; null: none. */
async function amountOf({ operations }: AppLoadContext, receipt: string | undefined) {
  const op = receipt === undefined ? null : await operations.view(receipt);
  return op && factsOf(op.input).amount;
}

/** The member asks to open the game; the page that opens it can be shown once. */
export function action({ params, context }: ActionFunctionArgs) {
  const code = params.code!;
  context.asked.note({ what: "launch", code });
  return redirect(`${gamePage(code)}/launch`, 303);
}

export default function LaunchGame() {
  const { launch, ...game } = useLoaderData<typeof loader>();
  return launch.kind === "failed" ? (
    <LaunchFailed {...game} text={launch.text} />
  ) : (
    <LaunchReady {...game} launch={launch as Exclude<Launch, { kind: "failed" }>} />
  );
}
