import { endpoints } from "../../server/operator/contract";
import { formWith } from "../support/html";
import { Visitor, type Answer, type Fields } from "../support/visitor";
import { createWitness, joined, recordOf, type Witness } from "./oracle";
import { operation, type Operation } from "./operations";
import { isUnread, NOT_NOW, patiently } from "./patience";
import { headersOf, type Shape } from "./shapes";
import type { Deployment, Stage } from "./stage";
import type { Desk } from "../support/desk";

/** A form as it was shown, which can be sent now or later, once or twice. */
export interface ShownForm {
  action: string;
  values: Record<string, string>;
}

/** The result of sending a form. */
export interface Sent {
  /** Status of the first answer, before redirects. */
  status: number;
  /** The page after redirects. */
  page: Answer;
  /** Id of the operation on it. */
  id: string | null;
  tookMs: number;
}

/** A device of a member. */
export interface Device {
  op: Operation;
  visitor: Visitor;
  get(path: string): Promise<Answer>;
  /** Requests a page like its polling script. */
  ask(path: string): Promise<Answer>;
  open(): Promise<{ page: Answer; form: ShownForm }>;
  /**
   * Sends a form with the member's values, or others, and again while a page says one of `again`: that the product is
   * too busy, or that it could not read what it needs first.
   */
  send(form: ShownForm, fields?: Fields, again?: readonly string[]): Promise<Sent>;
  /** Sends a form and disconnects before the answer. */
  sendAndLeave(form: ShownForm, afterMs: number): Promise<void>;
}

/** A signed-in member with money, about to start an operation. */
export interface Member {
  op: Operation;
  shape: Shape;
  deployment: Deployment;
  phone: string;
  /** The values of the form. */
  fields: Fields;
  /** Other values; the same if there is no choice. */
  other: Fields;
  /** The member's IP address, by which the proxy recognises requests. */
  address: string;
  device: Device;
  /** The same member on another device. */
  anotherDevice(): Promise<Device>;
  /** How often the product sent the operation. */
  dispatches(): number;
  effects(): Promise<number>;
  witness(): Promise<Witness>;
  signIn(device: Device, page: Answer): Promise<Answer>;
}

/** Matches a call at the proxy, such as `POST /api/qrcode/KBANK`. */
export function callOf({ name }: Operation): RegExp {
  const { method, path } = endpoints[name];
  return new RegExp(`^${method} ${path.replace(/\{\w+\}/g, "[^/?]+")}$`);
}

let comers = 0;
const freshAddress = () => {
  comers += 1;
  return `10.${(comers >> 16) & 255}.${(comers >> 8) & 255}.${comers & 255}`;
};

export async function enter(stage: Stage, general: Operation, shape: Shape): Promise<Member> {
  const { desk, proxy } = stage;
  const op = { ...general };
  const deployment = await stage.deployment(op.name === "withdraw" ? "withdraw" : "withdrawAll");
  const { username, password } = await desk.createMember(op.has);
  const address = freshAddress();
  const matches = callOf(op);
  const { url } = deployment.product;
  const posts: Posts = { underWay: 0, begun: 0 };
  const dispatches = () => proxy.requests(address).filter((what) => matches.test(what)).length;

  const signIn = async (device: Device, page: Answer) => {
    const landed = await device.visitor.submit(page, { username, password });
    if (!landed.path.startsWith("/user/")) throw new Error(`Sign-in ended at ${landed.path} (${landed.status})`);
    return landed;
  };
  const fields = await made(op.fields, desk, username);
  const other = { ...fields, ...(await made(op.other, desk, username)) };
  const newDevice = async () => {
    const device = createDevice({ op, shape, fields, origin: url, address, dispatches, posts });
    await signIn(device, await device.get("/login"));
    return device;
  };

  const device = await newDevice();
  const effects = () => op.effects(desk, username);
  const member: Member = {
    op,
    shape,
    deployment,
    phone: username,
    fields,
    other,
    address,
    device,
    anotherDevice: newDevice,
    dispatches,
    effects,
    witness: async () => createWitness(op, effects, await effects()),
    signIn,
  };
  if (op.after) await prepare(member, operation(op.after), stage);
  op.page = (await op.ready?.(desk, username)) ?? op.page;
  return member;
}

const made = async (fields: Operation["other"], desk: Desk, phone: string): Promise<Fields> =>
  typeof fields === "function" ? fields(desk, phone) : { ...fields };

/** Runs an operation that must have been done before, without faults. */
async function prepare({ device: { visitor }, phone, dispatches }: Member, op: Operation, { desk }: Stage) {
  await op.ready?.(desk, phone);
  const shown = await patiently(() => visitor.get(op.page), formless(op), dispatches);
  const form = formOn(shown, op);
  const fields = { ...form.values, ...(await made(op.fields, desk, phone)) };
  const page = await patiently(() => visitor.post(form.action, fields), isPutOff(op), dispatches);
  if (page.status !== 200) throw new Error(`${op.name} ended at ${page.path} (${page.status})`);
}

const findForm = ({ text }: Answer, op: Operation) => formWith(text, ["k", ...op.form]);

/** The operation's form on a page. @throws Error if there is none */
export function formOn(page: Answer, op: Operation): ShownForm {
  const form = findForm(page, op);
  if (!form) throw new Error(`${page.path} (${page.status}) has no form for ${op.name}`);
  return { action: form.action ?? page.path, values: form.values };
}

/** Id of the operation of a page: from a link to its receipt, or else from the page's URL. */
export function operationOn({ path, text }: Answer): string | null {
  return (
    /href="\/user\/receipt\/([\w-]+)/.exec(text)?.[1] ?? /(?:\/user\/receipt\/|[?&]op=)([\w-]+)/.exec(path)?.[1] ?? null
  );
}

interface DeviceOptions {
  op: Operation;
  shape: Shape;
  fields: Fields;
  origin: string;
  address: string;
  dispatches: () => number;
  posts: Posts;
}

/** The forms that a member sent. One that was left stays under way. */
interface Posts {
  underWay: number;
  begun: number;
}

function createDevice({ op, shape, fields: defaults, origin, address, dispatches, posts }: DeviceOptions): Device {
  let waiting = false;
  const headers = () => ({ ...headersOf(shape, origin, { waiting }), "X-Forwarded-For": address });
  const visitor = new Visitor(origin, shape === "scripts" ? "br" : "gzip", headers);
  const open = async () => {
    const page = await patiently(() => visitor.get(op.page), formless(op), dispatches);
    return { page, form: formOn(page, op) };
  };
  const send = async (form: ShownForm, fields: Fields = defaults, again = NOT_NOW): Promise<Sent> => {
    let tookMs = 0;
    posts.underWay += 1;
    const nth = (posts.begun += 1);
    const isAlone = () => posts.underWay === 1 && posts.begun === nth;
    const post = async () => {
      const began = performance.now();
      const answer = await visitor.send("POST", form.action, { ...form.values, ...fields });
      tookMs = performance.now() - began;
      return answer;
    };
    const ours = () => (isAlone() ? dispatches() : 0);
    const answer = await patiently(post, isPutOff(op, again), ours).finally(() => (posts.underWay -= 1));
    if (answer.status === 200) throw new Error(`A post to ${form.action} answers 200`);
    const { location } = answer.headers;
    const told = /^\/user\/receipt\/([\w-]+)/.exec(location ?? "")?.[1] ?? null;
    const named = () => patiently(() => visitor.get(op.namedOn!), isUnread, dispatches);
    const id = told ?? (op.namedOn && ended(answer) ? operationOn(await named()) : null);
    return { status: answer.status, page: location ? await visitor.get(location) : answer, id, tookMs };
  };
  return {
    op,
    visitor,
    get: (path) => visitor.get(path),
    async ask(path) {
      waiting = true;
      try {
        return await visitor.get(path);
      } finally {
        waiting = false;
      }
    },
    open,
    send,
    sendAndLeave(form, afterMs) {
      posts.underWay += 1;
      posts.begun += 1;
      return visitor.leave(form.action, { ...form.values, ...defaults }, afterMs);
    },
  };
}

const formless = (op: Operation) => (page: Answer) => !findForm(page, op);

/** Whether a page sent nothing: it says so with one of these sentences, or the form on it could not be read. */
const isPutOff =
  (op: Operation, sentences = NOT_NOW) =>
  (page: Answer) =>
    page.status === 503 && (sentences.some((words) => joined(page.text).includes(words)) || formless(op)(page));

/** Whether the operation was sent and answered: accepted, or refused by the operator. */
const ended = ({ status, headers: { location } }: Answer) =>
  status === 422 || (location !== undefined && !location.startsWith("/login"));

/**
 * How long an operation may stay unknown after its timeout, in milliseconds: the quiet time and pauses between reads.
 */
const KNOWN_AFTER_MS = 90_000;
const PAUSE_MS = 1_500;

/** Polls the receipt until it shows a final state, and returns it. The witness checks every page. */
export async function settled(device: Device, witness: Witness, id: string): Promise<string> {
  const until = performance.now() + endpoints[device.op.name].timeoutMs + KNOWN_AFTER_MS;
  for (;;) {
    const page = await device.ask(`/user/receipt/${id}`);
    await witness.see(page, id);
    // A finished operation may redirect to another page.
    const state = page.path.startsWith("/user/receipt/") ? recordOf(page) : "done";
    if (state !== null && state !== "inflight" && state !== "unknown") return state;
    if (performance.now() > until) throw new Error(`${id} is still ${state}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
