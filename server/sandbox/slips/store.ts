import { randomBytes } from "node:crypto";
import { Router } from "express";
import type { ImageType } from "../../codes/image-type";
import type { World } from "../world";
import { imageOf, SLIP_COLUMNS, type Slip } from "./reader";

/** `SLP` and the time in UTC+7, with a counter for further slips in the same second. */
function newReference({ database }: World, at: number): string {
  const stamp = `SLP${new Date(at + 7 * 3_600_000).toISOString().replaceAll(/\D/g, "").slice(0, 14)}`;
  for (let count = 0; ; count += 1) {
    const reference = count === 0 ? stamp : `${stamp}${String(count).padStart(2, "0")}`;
    if (!database.get("SELECT 1 FROM slip WHERE reference = ?", reference)) return reference;
  }
}

/** Address of the image. It contains a secret, so only those who were given it can open it. */
export const addressOf = (world: World, { reference, type, signature }: Slip) =>
  `${world.origin()}/media/slips/${reference}.${type === "image/png" ? "png" : "jpg"}?sig=${signature}`;

/** The slips of one member, or of all (null), newest first; `page` starts at 1. */
export function slipsOf(
  { database }: World,
  memberId: string | null,
  { page, limit }: { page: number; limit: number },
): { total: number; slips: Slip[] } {
  const slips = database.all<Slip>(
    `SELECT ${SLIP_COLUMNS} FROM slip WHERE member = COALESCE(?, member)
     ORDER BY createdAt DESC, rowid DESC LIMIT ? OFFSET ?`,
    memberId,
    limit,
    (page - 1) * limit,
  );
  const count = database.get<{ total: number }>(
    "SELECT COUNT(*) AS total FROM slip WHERE member = COALESCE(?, member)",
    memberId,
  );
  return { total: count?.total ?? 0, slips };
}

export function storeSlip(
  world: World,
  slip: { member: string; bankCode: string | null; type: ImageType; image: Buffer },
): string {
  const now = world.now();
  return world.database.atomically(() => {
    const reference = newReference(world, now);
    world.database.run(
      `INSERT INTO slip (reference, member, bankCode, createdAt, readAt, type, image, signature)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      reference,
      slip.member,
      slip.bankCode,
      now,
      now + world.switches.current.slipReadMs,
      slip.type,
      slip.image,
      randomBytes(12).toString("base64url"),
    );
    return reference;
  });
}

/** Serves the images at the addresses of `addressOf`. */
export function createSlipImages(world: World): Router {
  const images = Router();
  images.get("/:reference.:type(png|jpg)", ({ params, query }, response, next) => {
    const slip = world.database.get<Slip>(
      `SELECT ${SLIP_COLUMNS} FROM slip WHERE reference = ? AND signature = ?`,
      params.reference!,
      typeof query.sig === "string" ? query.sig : "",
    );
    const image = slip && imageOf(world, slip.reference);
    if (!image) return next();
    response
      .type(slip.type)
      .set({
        "Cache-Control": "private, max-age=3600",
        "X-Content-Type-Options": "nosniff",
        "Content-Security-Policy": "default-src 'none'; sandbox",
      })
      .end(image);
  });
  return images;
}
