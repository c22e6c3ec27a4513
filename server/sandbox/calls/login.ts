import { contract } from "../../operator/contract";
import { memberByPhone, passwordFits } from "../ledger/members";
import { triggers } from "../magic";
import { Refusal } from "../refusal";
import { implement } from "../wire/implement";
import { issueToken } from "../wire/tokens";

export const login = implement(contract.login, {
  login: ({ world, address, input: { username, password } }) => {
    if (world.switches.current.refusedAddresses.includes(address) || triggers(username, "INVALID_IP"))
      throw new Refusal("INVALID_IP");
    const member = memberByPhone(world, username);
    if (!member || member.status === "forgotten" || !passwordFits(password, member.password))
      throw new Refusal("WRONG_CREDENTIAL");
    if (member.status === "gone") throw new Refusal("account-gone");
    if (member.status === "suspended" || triggers(username, "INACTIVE_USER")) throw new Refusal("INACTIVE_USER");
    if (world.switches.current.loginDown || triggers(username, "LOGIN_FAIL")) throw new Refusal("LOGIN_FAIL");
    return { token: issueToken(world, member, address) };
  },
});
