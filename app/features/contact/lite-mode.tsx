import { redirect, type ActionFunctionArgs } from "@remix-run/node";
import { Button } from "~/ui/button";
import { CsrfToken } from "~/ui/form-parts";
import { useRequest } from "~/ui/request";

/** Turns lite mode on or off. The page with the switch is shown again. */
export async function chooseLite({ request, context }: ActionFunctionArgs) {
  context.chooseLite((await request.formData()).get("lite") === "1");
  return redirect(context.path, 303);
}

/** The switch of lite mode, with the weight that it saves. A browser that saves data by itself leaves nothing to choose. */
export function LiteMode() {
  const { t, path, assets } = useRequest();
  const { lite, scriptBytes } = assets;
  const weight = (scriptBytes / 1000).toFixed(1);
  return (
    <form className="card" method="post" action={path} aria-labelledby="lite">
      <CsrfToken />
      <h2 id="lite">{t("contact:lite")}</h2>
      <p className="meta">{t(lite === "browser" ? "contact:liteByBrowser" : "contact:liteSaves", { weight })}</p>
      {lite !== "browser" && (
        <Button variant="secondary" width="full" name="lite" value={lite ? "0" : "1"}>
          {t(lite ? "contact:liteOff" : "contact:liteOn")}
        </Button>
      )}
    </form>
  );
}
