import { z } from "zod";

/** What a browser may send over its socket. Messages are posted as forms, so that they work without one. */
const EVENTS = {
  /** The member has seen the newest message. */
  read: z.tuple([]),
  typing: z.tuple([z.boolean()]),
};

export type ClientEvent = { name: "read" } | { name: "typing"; typing: boolean };

/** The event, or null if it is unknown or malformed. */
export function readEvent(name: unknown, values: unknown[]): ClientEvent | null {
  if (name === "read" && EVENTS.read.safeParse(values).success) return { name };
  if (name !== "typing") return null;
  const { data } = EVENTS.typing.safeParse(values);
  return data ? { name, typing: data[0] } : null;
}
