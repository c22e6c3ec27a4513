import { clockOf, type Step } from "~/features/howto/videos";
import { useT } from "~/ui/request";

interface Props {
  name: string;
  steps: Step[];
  /** Where the player starts, in seconds. */
  start: number | null;
}

/** What the video says, step by step. Each step leads to its place in the video, also without scripts. */
export function Transcript({ name, steps, start }: Props) {
  const t = useT();
  return (
    <section className="section" aria-labelledby="steps">
      <h2 id="steps">{t("howto:steps")}</h2>
      <ol className="timeline">
        {steps.map(({ at, title, text }) => (
          <li key={title} aria-current={at !== null && at === start ? "step" : undefined}>
            <strong>{title}</strong>
            <p>{text}</p>
            {at !== null && (
              <a className="link" href={`/howto/${name}?from=${at}#player`}>
                {t("howto:from", { time: clockOf(at) })}
              </a>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
