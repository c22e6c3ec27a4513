import type { FaultKind } from "../../server/sandbox/wire/faults";

/** The step of an operation at which its process is killed, and how the operation must end. */
export interface CrashPoint {
  id: string;
  what: string;
  /** The fault that holds it there: of the operation's call, or of the reads before it. */
  held?: { of: "operation" | "reading"; kind: FaultKind; delayMs?: number };
  /** What has happened when the process is killed. */
  until: "form" | "sent" | "dispatched" | "answered";
  /** `untouched`: nothing was recorded, and the same form can be sent. */
  ending: "untouched" | "done" | "not-made";
  /** Waits for the timeout of a call. */
  slow?: true;
}

const operation = (kind: FaultKind, delayMs?: number) => ({ of: "operation", kind, delayMs }) as const;

export const CRASHES: readonly CrashPoint[] = [
  { id: "C1", what: "killed while the form is shown", until: "form", ending: "untouched" },
  {
    id: "C2",
    what: "killed before anything is recorded",
    held: { of: "reading", kind: "hang" },
    until: "sent",
    ending: "untouched",
  },
  {
    id: "C3",
    what: "killed on the way, never done",
    held: operation("hang"),
    until: "dispatched",
    ending: "not-made",
    slow: true,
  },
  {
    id: "C4",
    what: "killed on the way, done later",
    held: operation("slow", 8_000),
    until: "dispatched",
    ending: "done",
  },
  {
    id: "C5",
    what: "killed after it was done, unanswered",
    held: operation("hang-after-commit"),
    until: "dispatched",
    ending: "done",
  },
  { id: "C6", what: "killed after the answer", until: "answered", ending: "done" },
  {
    id: "C7",
    what: "killed while unknown, done",
    held: operation("error-after-commit"),
    until: "answered",
    ending: "done",
  },
  {
    id: "C8",
    what: "killed while unknown, not done",
    held: operation("error"),
    until: "answered",
    ending: "not-made",
  },
];
