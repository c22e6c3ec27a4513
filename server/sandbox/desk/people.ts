import type { World } from "../world";
import { memberById, memberByPhone, type Member } from "../ledger/members";
import { NotFound } from "./not-found";

/** Finds members by phone number. */
export interface People {
  /** @throws NotFound */
  memberOf(phone: string): Member;
  /** Undefined without a phone. @throws NotFound */
  idOf(phone: string | undefined): string | undefined;
  phoneOf(memberId: string): string;
}

export function peopleOf(world: World): People {
  const memberOf = (phone: string): Member => {
    const member = memberByPhone(world, phone);
    if (!member) throw new NotFound(`There is no member ${phone}.`);
    return member;
  };
  return {
    memberOf,
    idOf: (phone) => (phone === undefined ? undefined : memberOf(phone).id),
    phoneOf: (memberId) => memberById(world, memberId)?.username ?? "",
  };
}
