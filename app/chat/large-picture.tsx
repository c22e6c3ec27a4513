import type { ChatWords } from "~/features/chat/words";

interface Props {
  file: File;
  words: ChatWords;
  onSend: (file: File, isSmaller: boolean) => Promise<void>;
}

const MEGABYTE = 1_000_000;

/** Asks how to send a large picture. */
export function LargePicture({ file, words, onSend }: Props) {
  const size = words.large.replace("{}", (file.size / MEGABYTE).toFixed(1));
  const button = (isSmaller: boolean, text: string) => (
    <button
      type="button"
      className="button"
      data-variant={isSmaller ? "secondary" : "quiet"}
      data-size="small"
      autoFocus={isSmaller}
      onClick={() => void onSend(file, isSmaller)}
    >
      {text}
    </button>
  );
  return (
    <div role="group" aria-label={size}>
      <p className="meta">{size}</p>
      <div className="cluster">
        {button(true, words.smaller)}
        {button(false, words.asItIs)}
      </div>
    </div>
  );
}
