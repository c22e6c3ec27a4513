import { memberById, newId, type Member } from "../ledger/members";
import type { World } from "../world";

/** Somebody who plays. `id`: secret part of the address of the table. */
export interface Entry {
  id: string;
  code: string;
  member: Member;
}

const insert = ({ database }: World, id: string, member: Member, code: string, state: "issued" | "playing") =>
  database.run("INSERT INTO game_entry (id, member, code, state) VALUES (?, ?, ?, ?)", id, member.id, code, state);

/** A ticket that signs the member in once. */
export function issueTicket(world: World, member: Member, code: string): string {
  const id = newId();
  insert(world, id, member, code, "issued");
  return id;
}

/** Uses a ticket. Null if it is unknown, was used, or is of another game. */
export function useTicket(world: World, id: string, code: string): string | null {
  const { database } = world;
  const found = database.get("SELECT 1 FROM game_entry WHERE id = ? AND code = ? AND state = 'issued'", id, code);
  if (!found) return null;
  database.run("UPDATE game_entry SET state = 'playing' WHERE id = ?", id);
  return id;
}

/** Signs in with credentials. Null if they are wrong. */
export function enterWith(world: World, code: string, username: string, password: string): string | null {
  const { database } = world;
  const slot = database.get<{ member: string }>(
    "SELECT member FROM slot WHERE code = ? AND username = ? AND password = ?",
    code,
    username,
    password,
  );
  const member = slot && memberById(world, slot.member);
  if (!member) return null;
  const id = newId();
  insert(world, id, member, code, "playing");
  return id;
}

/** Who plays at this table. */
export function entryOf(world: World, id: string, code: string): Entry | null {
  const row = world.database.get<{ member: string }>(
    "SELECT member FROM game_entry WHERE id = ? AND code = ? AND state = 'playing'",
    id,
    code,
  );
  const member = row && memberById(world, row.member);
  return member ? { id, code, member } : null;
}
