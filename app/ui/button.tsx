import type { ButtonHTMLAttributes, AnchorHTMLAttributes } from "react";

interface Look {
  variant?: "secondary" | "quiet" | "play" | "danger" | "cloth" | "glass";
  tone?: "good" | "bad" | "warn" | "play";
  size?: "small" | "large";
  width?: "full";
}

const look = ({ variant, tone, size, width }: Look) => ({
  className: "button",
  "data-variant": variant,
  "data-tone": tone,
  "data-size": size,
  "data-width": width,
});

export function Button({ variant, tone, size, width, ...rest }: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return <button type="submit" {...look({ variant, tone, size, width })} {...rest} />;
}

export function ButtonLink({ variant, tone, size, width, ...rest }: Look & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return <a {...look({ variant, tone, size, width })} {...rest} />;
}

/** The first submit button of a form with several: Enter presses this one, never a preset, swap or language button. */
export function MainSubmit({ form }: { form?: string }) {
  return (
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true" form={form}>
      OK
    </button>
  );
}
