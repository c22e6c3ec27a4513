import { useEffect, useRef, useState } from "react";
import { FILE_TYPES } from "~/features/chat/file-rules";
import { isLarge, smaller } from "./smaller";

/** Chooses files here instead of on their page. A large picture waits until its sender has said how to send it. */
export function useFiles(form: HTMLFormElement, upload: (file: File) => void) {
  const [large, setLarge] = useState<readonly File[]>([]);
  const latest = useRef(upload);
  latest.current = upload;
  useEffect(() => {
    const attach = form.querySelector<HTMLAnchorElement>("a[href*='/chat/file']");
    const files = Object.assign(document.createElement("input"), { type: "file", accept: FILE_TYPES });
    const choose = (event: Event) => {
      event.preventDefault();
      files.click();
    };
    files.onchange = () => {
      for (const file of files.files || []) {
        if (isLarge(file)) setLarge((before) => [...before, file]);
        else latest.current(file);
      }
      files.value = "";
    };
    attach?.addEventListener("click", choose);
    return () => attach?.removeEventListener("click", choose);
  }, [form]);
  return {
    /** The picture that is asked about. */
    large: large[0] ?? null,
    async send(file: File, isSmaller: boolean) {
      setLarge((before) => before.filter((one) => one !== file));
      latest.current(isSmaller ? await smaller(file) : file);
    },
  };
}
