import { getFormProps, useForm } from "@conform-to/react";
import type { SerializeFrom } from "@remix-run/node";
import type { RefusedForm } from "~/actions";
import { Alert } from "~/ui/alert";
import { ButtonLink } from "~/ui/button";
import { FormErrors } from "~/ui/form-parts";
import { Icon } from "~/ui/icon";
import { useRequest } from "~/ui/request";
import { Sheet, SheetBody } from "~/ui/sheet";
import { CannotChat } from "./cannot-chat";
import { Conversation } from "./conversation";
import { ChatFields } from "./message-body";
import { useQuestion } from "./question";
import type { Draft, NoChat, OpenChat } from "./read";
import { chatWords } from "./words";

interface Props {
  data: SerializeFrom<NoChat | (OpenChat & Draft)>;
  answer: RefusedForm | undefined;
}

/** The conversation with support. */
export function ChatPage({ data, answer }: Props) {
  const { t, member, now } = useRequest();
  const [base, back] = member ? ["/user/chat", "/user/contact"] : ["/chat", "/contact"];
  const isNewest = data.failed || data.isNewest;
  const refresh = (
    // With its own query: a browser would only scroll to a place on the same page.
    <a
      className="icon-button"
      href={`${base}?at=${now.toString(36)}#newest`}
      aria-label={t(isNewest ? "chat:refresh" : "chat:newest")}
    >
      <Icon name={isNewest ? "refresh" : "down"} />
    </a>
  );
  return (
    <Sheet title={t("chat:title")} back={back} form="chat" aside={refresh}>
      {data.failed ? <CannotChat {...data} /> : <Open data={data} answer={answer} />}
    </Sheet>
  );
}

function Open({ data, answer }: { data: SerializeFrom<OpenChat & Draft>; answer: RefusedForm | undefined }) {
  const { t, member, site, csrfToken } = useRequest();
  const base = member ? "/user/chat" : "/chat";
  const forms = { base, token: csrfToken, id: data.id };
  return (
    <>
      {data.island && <Script {...data.island} />}
      <SheetBody>
        {data.asGuest && <AsGuest />}
        <section
          className="chat-log"
          aria-label={t("chat:log")}
          data-chat={data.island && (data.island.hasSocket ? "socket" : "")}
          data-seen={data.seenUntil}
        >
          {data.earlier && (
            <ButtonLink variant="quiet" size="small" href={base + data.earlier}>
              {t("chat:earlier")}
            </ButtonLink>
          )}
          {data.messages.length + data.waiting.length === 0 && <p className="meta">{t("chat:empty")}</p>}
          <Conversation {...data} words={chatWords(t)} forms={forms} zone={site.timeZone} />
        </section>
      </SheetBody>
      <Composer data={data} answer={answer} forms={forms} />
    </>
  );
}

/** Named in the page, so that all of it is on its way at once. */
function Script({ href, parts }: { href: string; parts: string[] }) {
  const { nonce } = useRequest();
  return (
    <>
      {parts.map((part) => (
        <link key={part} rel="modulepreload" href={part} nonce={nonce} />
      ))}
      <script type="module" src={href} nonce={nonce} />
    </>
  );
}

function Composer({
  data,
  answer,
  forms,
}: {
  data: SerializeFrom<OpenChat & Draft>;
  answer?: RefusedForm;
  forms: { base: string; token: string; id: string };
}) {
  const { t, path, translateMessage } = useRequest();
  const question = useQuestion(data.about);
  // A picture about something is sent with the question.
  const asked = question ? path.slice(path.indexOf("?")) : "";
  const [form, fields] = useForm<{ text: string }>({
    id: "chat",
    lastResult: answer?.result,
    defaultValue: { text: data.typed ?? (question ? `${question} ` : "") },
  });
  const fault = fields.text.errors?.[0];
  return (
    <form className="composer" method="post" action={forms.base} {...getFormProps(form)} noValidate={undefined}>
      <FormErrors form={form} labels={{ text: t("chat:text") }} />
      <ChatFields forms={forms} />
      <a className="icon-button" href={`${forms.base}/file${asked}`} aria-label={t("chat:attach")}>
        <Icon name="attach" />
      </a>
      <label className="visually-hidden" htmlFor={fields.text.id}>
        {t("chat:text")}
      </label>
      <textarea
        id={fields.text.id}
        name="text"
        rows={1}
        placeholder={t("chat:placeholder")}
        defaultValue={fields.text.initialValue}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault && fields.text.errorId}
        autoFocus={fault ? true : undefined}
      />
      <button type="submit" className="icon-button" aria-label={t("chat:send")}>
        <Icon name="send" />
      </button>
      {fault && (
        <p className="field-error" id={fields.text.errorId}>
          {translateMessage(fault)}
        </p>
      )}
    </form>
  );
}

/** Offers to tell support which conversation the member began before signing in. The answer keeps what is typed. */
function AsGuest() {
  const { t } = useRequest();
  const act = (name: "link" | "leave", text: string) => (
    <button
      type="submit"
      form="chat"
      formAction="/user/chat/link"
      className="button"
      data-variant="secondary"
      data-size="small"
      name="answer"
      value={name}
    >
      {text}
    </button>
  );
  return (
    <Alert tone="info">
      <p>{t("chat:asGuest")}</p>
      <p className="cluster">
        {act("link", t("chat:linkYes"))}
        {act("leave", t("chat:linkNo"))}
      </p>
    </Alert>
  );
}
