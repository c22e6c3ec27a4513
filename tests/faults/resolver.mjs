/**
 * Loaded into the product before it starts (`node --import`): answers for the operator's host name. A file tells how the
 * next question is answered, once; without it, the host is where the proxy listens.
 */
import dns from "node:dns";
import { readFileSync, rmSync } from "node:fs";
import process from "node:process";

const host = process.env.FAULTY_HOST;
const file = process.env.FAULTY_ANSWER;
const usual = "127.0.0.1";
const ask = dns.lookup;

function answer() {
  try {
    const told = readFileSync(file, "utf8");
    rmSync(file);
    return told;
  } catch {
    return usual;
  }
}

dns.lookup = (name, options, callback) => {
  if (name !== host) return ask(name, options, callback);
  const done = callback ?? options;
  const address = answer();
  if (address === "unknown") {
    const failure = Object.assign(new Error(`getaddrinfo ENOTFOUND ${name}`), { code: "ENOTFOUND", hostname: name });
    return process.nextTick(done, failure);
  }
  if (typeof options === "object" && options.all) return process.nextTick(done, null, [{ address, family: 4 }]);
  return process.nextTick(done, null, address, 4);
};
