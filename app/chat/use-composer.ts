import { useEffect, useRef } from "react";
import { lengthOf, MAX_TEXT, sentOf } from "~/lib/chat-message";
import type { useTalk } from "./use-talk";

const TYPING_EVERY_MS = 3000;
/** Who has not typed for so long does not type any more. */
const TYPED_MS = 6000;
const USED_BY_IME = 229;

type Talk = ReturnType<typeof useTalk>;

/** Enter sends, Shift and Enter begin a new line. The form's own button works as before, without leaving the page. */
export function useComposer(form: HTMLFormElement, talk: Talk, wasAtEnd: { current: boolean }) {
  const latest = useRef(talk);
  latest.current = talk;
  useEffect(() => {
    const field = form.elements.namedItem("text") as HTMLTextAreaElement;
    let typedAt = 0;
    let isTyping = false;
    let pause: ReturnType<typeof setTimeout> | undefined;
    // The relay closes the line of who says more often that somebody types.
    const rest = () => {
      clearTimeout(pause);
      if (isTyping) latest.current.typed(false);
      isTyping = false;
    };
    const refresh = document.querySelector<HTMLAnchorElement>('.sheet-head > a[href*="?at="]');
    const look = (event: Event) => {
      event.preventDefault();
      scrollTo(0, document.documentElement.scrollHeight);
      void latest.current.refresh();
    };
    const submit = (event: Event) => {
      // The language is chosen by a button of this form.
      if ((event as SubmitEvent).submitter?.hasAttribute("formaction")) return;
      event.preventDefault();
      const text = sentOf(field.value);
      field.focus();
      const count = lengthOf(text);
      // The server says that it is too long. Over another page, that page would be left.
      if (count > MAX_TEXT && parent === window) return form.submit();
      if (count > MAX_TEXT) return latest.current.tell(latest.current.page.words.tooLong.replace("{}", String(count)));
      if (text === "") return;
      field.value = "";
      // Loading this page again must not fill in the question that was asked.
      history.replaceState(null, "", location.pathname);
      field.removeAttribute("aria-invalid");
      for (const fault of form.querySelectorAll(".alert,.field-error")) fault.remove();
      rest();
      wasAtEnd.current = true;
      latest.current.send(text);
    };
    const key = (event: KeyboardEvent) => {
      // Safari ends a composition before it tells of the key, which has the code of one that an input method has used.
      if (event.key !== "Enter" || event.shiftKey || event.isComposing || event.keyCode === USED_BY_IME) return;
      submit(event);
    };
    const typed = () => {
      clearTimeout(pause);
      pause = setTimeout(rest, TYPED_MS);
      if (Date.now() - typedAt < TYPING_EVERY_MS) return;
      typedAt = Date.now();
      isTyping = true;
      latest.current.typed(true);
    };
    refresh?.addEventListener("click", look);
    form.addEventListener("submit", submit);
    field.addEventListener("keydown", key);
    field.addEventListener("input", typed);
    return () => {
      clearTimeout(pause);
      refresh?.removeEventListener("click", look);
      form.removeEventListener("submit", submit);
      field.removeEventListener("keydown", key);
      field.removeEventListener("input", typed);
    };
  }, [form, wasAtEnd]);
}
