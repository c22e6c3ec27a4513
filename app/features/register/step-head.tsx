import type { ReactNode } from "react";
import { STEPS, type Step } from "./steps";
import { useT, type TextKey } from "~/ui/request";

const NAMES: Record<Step, TextKey> = {
  phone: "register:stepPhone",
  otp: "register:stepOtp",
  profile: "register:stepProfile",
  bank: "register:stepBank",
};

/** The heading of a registration step: progress, title and explanation. */
export function RegistrationStep({ step, title, children }: { step: Step; title: string; children?: ReactNode }) {
  const t = useT();
  const current = STEPS.indexOf(step);
  return (
    <>
      <ol className="stepper" aria-label={t("register:steps")}>
        {STEPS.map((name, index) => (
          <li
            key={name}
            data-state={index < current ? "done" : index === current ? "current" : undefined}
            aria-current={index === current ? "step" : undefined}
          >
            {t(NAMES[name])}
            {index < current && <span className="visually-hidden"> {t("register:stepDone")}</span>}
          </li>
        ))}
      </ol>
      <div className="stack" data-gap="tight">
        <h2 className="title">{title}</h2>
        {children && <p className="meta">{children}</p>}
      </div>
    </>
  );
}
