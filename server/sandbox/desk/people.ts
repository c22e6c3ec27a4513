import type { World } from "../world";
import { memberById, memberByPhone, type Member } from "../ledger/members";
import { NotFound } from "./not-found";

/** Finds members for the desk, by phone number. */
export interface People {
  /** Throws `NotFound`. */
  memberOf(phone: string): Member;
  /** Undefined for nobody in particular. Throws `NotFound`. */
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
