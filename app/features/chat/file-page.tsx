import { json, redirect, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody, SheetFoot } from "~/ui/sheet";
import { isChatOn } from "./chat-link";
import { FILE_TYPES } from "./file-rules";
import { ChatFields } from "./message-body";
import { aboutOf, useQuestion } from "./question";
import { chatBase } from "./read";

/**
 * The data of the page; `failed`: the file that was sent before was refused.
 * @throws a redirect to the conversation's page, which says so, if the operator has no chat
 */
export async function readFilePage({ request, context }: LoaderFunctionArgs) {
  if ((await isChatOn(context)) === false) throw redirect(chatBase(context), 303);
  const { upload } = context;
  const data = {
    failed: upload !== null,
    fault: upload?.text ?? null,
    typed: upload?.typed ?? null,
    about: aboutOf(request),
    id: crypto.randomUUID(),
    base: chatBase(context),
  };
  return json(data, { status: upload?.status ?? 200 });
}

/** The form that sends a picture or a video. The file comes last: the server needs the other fields first. */
export function FilePage() {
  const { fault, typed, about, id, base } = useLoaderData<typeof readFilePage>();
  const question = useQuestion(about) ?? "";
  const { t, translateMessage, csrfToken } = useRequest();
  return (
    <Sheet title={t("chat:fileTitle")} back={base} close>
      <form method="post" action={`${base}/file`} encType="multipart/form-data">
        <SheetBody>
          <ChatFields forms={{ base, token: csrfToken, id }} />
          {fault && (
            <Alert tone="bad" role="alert" focus>
              <strong>{translateMessage(fault)}</strong>
            </Alert>
          )}
          <div className="field">
            <label className="field-label" htmlFor="text">
              {t("chat:text")}
            </label>
            <div className="field-control">
              <input id="text" name="text" maxLength={60} autoComplete="off" defaultValue={typed ?? question} />
            </div>
          </div>
          <label className="upload">
            <Icon name="image" />
            <span>
              <strong>{t("chat:fileChoose")}</strong>
              <br />
              <span className="meta">{t("chat:fileRules")}</span>
            </span>
            <input type="file" name="file" accept={FILE_TYPES} />
          </label>
        </SheetBody>
        <SheetFoot>
          <Button size="large" width="full">
            {t("chat:fileSend")}
          </Button>
        </SheetFoot>
      </form>
    </Sheet>
  );
}
