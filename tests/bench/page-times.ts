/** `page-times.ts ORIGIN COUNT`: prints the milliseconds of so many loads of /login, one after the other, as JSON. */
import { Visitor } from "../support/visitor";

const visitor = new Visitor(process.argv[2]!);
const times: number[] = [];
for (let at = 0; at < Number(process.argv[3]); at += 1) {
  const began = performance.now();
  await visitor.get("/login");
  times.push(performance.now() - began);
}
console.log(JSON.stringify(times));
