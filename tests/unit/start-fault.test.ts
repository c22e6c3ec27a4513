import { describe, expect, test } from "vitest";
import { NotConnected } from "../../server/config/redis";
import { startFault } from "../../server/config/start-fault";

const failure = (facts: object, message = "refused") => Object.assign(new Error(message), facts);
/** As the client of Redis has it. */
const reply = (message: string, command?: string) =>
  failure({ name: "ReplyError", ...(command && { command: { name: command } }) }, message);

describe("every refusal of Redis has a sentence", () => {
  test.each([
    [reply("MISCONF Redis is configured to save RDB snapshots"), /cannot write to its disk/],
    [reply("ERR Error running script: -READONLY You can't write against a read only replica."), /a replica there/],
    [reply("ERR invalid password"), /refuses this user or password/],
    [reply("ERR unknown command", "eval"), /refuses the command EVAL with ERR; /],
    [reply("CLUSTERDOWN Hash slot not served"), /refuses a command with CLUSTERDOWN; /],
    [failure({}, "Command timed out"), /does not answer there/],
    [new NotConnected(failure({ code: "EPERM", syscall: "connect" })), /does not answer there/],
    [new NotConnected(new Error("Redis was not found.")), /does not answer there/],
    [new NotConnected(reply("WRONGPASS invalid username-password pair or user is disabled.")), /refuses this user/],
    [new NotConnected(reply("ERR max number of clients reached")), /`maxclients`/],
    [new NotConnected(failure({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" })), /\(DEPTH_ZERO_SELF_SIGNED_CERT\)/],
  ])("%s", (error, sentence) => {
    const fault = startFault(error);
    expect(fault).toMatch(/^REDIS_URL: /);
    expect(fault).toMatch(sentence);
  });
});
