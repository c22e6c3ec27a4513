import { contract } from "../../operator/contract";
import { imageTypeOf } from "../../codes/image-type";
import { Refusal } from "../refusal";
import { slipHours } from "../slips/hours";
import { readDueSlips, SLIP_COLUMNS, type Slip } from "../slips/reader";
import { addressOf, slipsOf, storeSlip } from "../slips/store";
import { implement, SUCCESS } from "../wire/implement";

export const slips = implement(contract.slips, {
  uploadSlip: async ({ world, member, upload, input: { bankCode } }) => {
    if (!slipHours(world).isActive) throw new Refusal("SLIP_UPLOAD_FAIL", undefined, 409);
    const file = upload?.file;
    if (!file) throw new Refusal("SLIP_NO_FILE");
    const type = imageTypeOf(file.bytes);
    if (!type) throw new Refusal("SLIP_INVALID_FILE");
    if (file.tooLarge) throw new Refusal("SLIP_INVALID_FILE", undefined, 413);
    if (world.switches.current.slipStorageDown) throw new Refusal("SLIP_UPLOAD_FAIL");
    const reference = storeSlip(world, { member: member.id, bankCode: bankCode || null, type, image: file.bytes });
    await readDueSlips(world);
    return { ...SUCCESS, reference };
  },

  listSlips: async ({ world, member, input }) => {
    await readDueSlips(world);
    const { total, slips } = slipsOf(world, member.id, input);
    return {
      total,
      slips: slips.map((slip) => ({
        createdAt: new Date(slip.createdAt),
        amount: slip.amount,
        status: slip.status,
        note: slip.note,
        // The image of any other slip is requested by its reference (`slipImage`).
        link: slip.status === "SUCCESS" ? addressOf(world, slip) : null,
        reference: slip.reference,
      })),
    };
  },

  slipImage: ({ world, member, input: { reference } }) => {
    const slip = world.database.get<Slip>(
      `SELECT ${SLIP_COLUMNS} FROM slip WHERE reference = ? AND member = ? AND image IS NOT NULL`,
      reference,
      member.id,
    );
    if (!slip) throw new Refusal("NO_DATA");
    return { url: addressOf(world, slip) };
  },
});
