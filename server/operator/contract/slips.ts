import { z } from "zod";
import { get, post } from "../endpoint";
import { Instant, Money, PageRequest, Status, type RefusalsOf, TOO_OFTEN } from "./fields";
import { maybe, neverNull, omittable, orNull, page, record, single } from "./reader";

/** `createdAt`: when the slip was received. `amount`: null until it is read. `note`: reason code of a failed slip. */
const Slip = z
  .object({
    createdAt: Instant,
    amount: omittable(orNull(Money)),
    status: Status,
    note: omittable(maybe(z.string().nullable())),
    link: omittable(maybe(z.string().nullable())),
    reference: omittable(orNull(z.string())),
  })
  .meta({ id: "Slip" });

const SlipUploaded = z
  .object({ message: z.enum(["SUCCESS", "OK"]), reference: neverNull(z.string().nullish()) })
  .meta({ id: "SlipUploadResponse" });

export const slips = {
  /** Part `file`: png or jpeg, at most 10 MB. */
  uploadSlip: post("/api/wallet/slip", {
    writes: "money",
    upload: true,
    input: z.object({ bankCode: z.string().optional() }),
    output: record(SlipUploaded),
  }),
  listSlips: post("/api/statement/slip", { input: PageRequest, output: page("slips", Slip) }),
  slipImage: get("/api/statement/slip/reference/{reference}", {
    input: z.object({ reference: z.string().min(1) }),
    output: single("url", z.string()),
  }),
};

export const slipsRefusals: RefusalsOf<typeof slips> = {
  uploadSlip: {
    400: ["SLIP_NO_FILE"],
    409: ["SLIP_UPLOAD_FAIL"],
    413: ["SLIP_INVALID_FILE"],
    415: ["SLIP_INVALID_FILE"],
    ...TOO_OFTEN,
    503: ["SLIP_UPLOAD_FAIL"],
  },
  slipImage: { 404: ["NO_DATA"] },
};
