import type { RawSettings } from "./settings";

/** The sandbox listens on these names only. */
const DESK_HOSTS = ["localhost", "127.0.0.1"];

/** The last port, which has none after it, leaves the sandbox any free one. */
const portAfter = (port: number) => (port < 65_535 ? port + 1 : 0);

/** Origin of the sandbox's desk, which pages link and which may frame them. Null: neither. */
export type DeskOrigin = string | null;

/** Whether the sandbox runs, and the address of its desk if pages may link it and be framed by it. */
export function sandboxOf(raw: RawSettings, publicOrigin: string, production: boolean) {
  const sandbox = !raw.OPERATOR_API_URL;
  const sandboxPort = raw.SANDBOX_PORT ?? portAfter(raw.PORT);
  const { protocol, hostname } = new URL(publicOrigin);
  // Browsers send session cookies into a frame only if both ends have the same scheme and host.
  const isBeside = protocol === "http:" && DESK_HOSTS.includes(hostname) && sandboxPort !== 0;
  const deskOrigin: DeskOrigin = sandbox && !production && isBeside ? `http://${hostname}:${sandboxPort}` : null;
  return { sandbox, sandboxPort, deskOrigin };
}
