import { createHash, randomBytes } from "node:crypto";
import { memberById, type Member } from "../ledger/members";
import { Refusal } from "../refusal";
import type { World } from "../world";

interface Token {
  hash: string;
  member: string;
  issuedAt: number;
  expiresAt: number;
  address: string;
  ended: string | null;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

const find = ({ database }: World, token: string) =>
  database.get<Token>("SELECT * FROM token WHERE hash = ?", hashOf(token));

/** Issues an opaque bearer token for the member. */
export function issueToken(world: World, member: Member, address: string): string {
  const token = randomBytes(24).toString("base64url");
  const now = world.now();
  world.database.atomically(() => {
    if (world.switches.current.singleSession) endTokens(world, member.id, "INVALID_USER_3");
    world.database.run(
      "INSERT INTO token (hash, member, issuedAt, expiresAt, address) VALUES (?, ?, ?, ?, ?)",
      hashOf(token),
      member.id,
      now,
      now + world.switches.current.tokenLifeMs,
      address,
    );
  });
  return token;
}

/** Ends the member's tokens, except `except`: they are refused with `code`. */
export function endTokens(world: World, memberId: string, code: string, except?: string): void {
  world.database.run(
    "UPDATE token SET ended = ? WHERE member = ? AND ended IS NULL AND hash <> ?",
    code,
    memberId,
    except ? hashOf(except) : "",
  );
  world.chat.check(memberId);
}

/** Expires the member's tokens (EXPIRED_AUTH_TOKEN). */
export function expireTokens(world: World, memberId: string): void {
  world.database.run("UPDATE token SET expiresAt = ? WHERE member = ?", world.now(), memberId);
  world.chat.check(memberId);
}

/** Id of the member a token was issued to, even if it is no longer valid; for rate limits. */
export const tokenSubject = (world: World, token: string): string | null => find(world, token)?.member ?? null;

/** The member of a bearer token. @throws Refusal with the reason if it is not valid */
export function authenticate(world: World, token: string | null, address: string): Member {
  if (token === null) throw new Refusal("UNAUTHORIZED");
  const found = find(world, token);
  if (!found) throw new Refusal("invalid-token");
  const { bindAddress, refusedAddresses } = world.switches.current;
  if (refusedAddresses.includes(address) || (bindAddress && found.address !== address)) throw new Refusal("INVALID_IP");
  if (found.expiresAt <= world.now()) throw new Refusal("EXPIRED_AUTH_TOKEN");
  if (found.ended) throw new Refusal(found.ended);
  const member = memberById(world, found.member);
  if (!member || member.status === "forgotten") throw new Refusal("INVALID_USER_1");
  if (member.status === "gone") throw new Refusal("account-gone");
  if (member.status === "suspended") throw new Refusal("INVALID_USER_2");
  return member;
}
