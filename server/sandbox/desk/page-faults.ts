import { implementations } from "../calls";
import { refusalCodes } from "../refusal";
import { faultKinds } from "../wire/faults";
import { placeOf, section } from "./page-frame";
import { folded, form, list, live, row, select, type Choice } from "./page-parts";
import { duration } from "./choices";
import type { View } from "./view";

const SECOND_MS = 1000;
const DELAYS = [1, 5, 10, 30, 70].map((seconds): Choice => [
  String(seconds * SECOND_MS),
  duration(seconds * SECOND_MS),
]);
const TIMES: Choice[] = [
  ["1", "once"],
  ["2", "twice"],
  ["5", "five times"],
  ["0", "always"],
];

const timesText = (times: number) => TIMES.find(([value]) => value === String(times))?.[1] ?? `${times} times`;

/** Breaks or slows down any call. */
export function faultSection(view: View) {
  const { control, member } = view;
  const place = placeOf(view, "faults");
  return section(
    view,
    "faults",
    folded(
      "new-fault",
      "Slow down or break the next call",
      false,
      form(
        place,
        "fault",
        "Set",
        select("Call", "call", [
          ["", "any call"],
          ...implementations.map(({ operationId }): Choice => [operationId, operationId]),
        ]),
        select(
          "What happens",
          "kind",
          Object.entries(faultKinds).map(([kind, { help }]) => [kind, `${kind}: ${help}`]),
        ),
        select("How often", "times", TIMES),
        select("Delay", "delayMs", [["0", "none"], ...DELAYS]),
        select("Calls of", "phone", [
          [member.phone, "the chosen member"],
          ["", "everybody"],
        ]),
        select(
          "Code",
          "code",
          [["", "INTERNAL_SERVER_ERROR"], ...refusalCodes.map((code): Choice => [code, code])],
          "",
          "Only for `refuse` and `status`.",
        ),
      ),
    ),
    live(
      "live-faults",
      list(
        control
          .faults()
          .map(({ call, kind, times, delayMs, phone, code }) =>
            row(
              `${call}: ${kind}${code ? ` ${code}` : ""}`,
              [timesText(times), delayMs > 0 && `after ${duration(delayMs)}`, phone ?? "everybody"]
                .filter(Boolean)
                .join(", "),
            ),
          ),
        "No call is broken.",
      ),
    ),
    form(place, "clear-faults", "Repair all calls"),
  );
}
