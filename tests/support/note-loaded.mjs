/** Loaded into the product before it starts (`node --import`): notes every module that it loads in a file. */
import { register } from "node:module";

const hooks = `
import { appendFileSync } from "node:fs";
export async function load(url, context, next) {
  appendFileSync(process.env.LOADED_MODULES, url + "\\n");
  return next(url, context);
}`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
