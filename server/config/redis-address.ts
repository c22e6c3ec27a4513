/** Where Redis is: one server, the Sentinels that watch the servers, or some nodes of a Cluster. */
export interface RedisAddress {
  kind: "server" | "sentinel" | "cluster";
  tls: boolean;
  username?: string;
  password?: string;
  nodes: { host: string; port: number }[];
  /** The name that Sentinel gives the watched servers. */
  name?: string;
  /** Number of the database. A Cluster has only 0. */
  db: number;
}

const DEFAULT_PORTS = { server: 6379, sentinel: 26_379, cluster: 6379 } as const;

const ADDRESS =
  /^(?<scheme>rediss?)(?:\+(?<kind>sentinel|cluster))?:\/\/(?:(?<username>[^:@/?#]*)(?::(?<password>[^@/?#]*))?@)?(?<nodes>[^@/?#]+)(?<path>(?:\/[^/?#]+)*)\/?$/;
const NODE = /^(?<host>\[[\da-f:.]+\]|[\w.-]+)(?::(?<port>\d{1,5}))?$/i;

/** How many parts the path may have: a database, a name and a database, nothing. */
const PATHS = {
  server: /^(?:\/(?<db>\d{1,4}))?$/,
  sentinel: /^\/(?<name>[\w.-]+)(?:\/(?<db>\d{1,4}))?$/,
  cluster: /^$/,
};

/**
 * Reads `redis://HOST`, `redis+sentinel://HOST,HOST/NAME` or `redis+cluster://HOST,HOST`; `rediss` is with TLS. Null if
 * it is none of them. User and password are those of the servers, percent-encoded as in any URL.
 */
export function readRedisAddress(text: string): RedisAddress | null {
  const { scheme, username, password, nodes, path, ...parts } = ADDRESS.exec(text)?.groups ?? {};
  if (!scheme || !nodes) return null;
  const kind = (parts.kind ?? "server") as RedisAddress["kind"];
  const hosts = nodes.split(",").map((node) => hostOf(node, DEFAULT_PORTS[kind]));
  const rest = PATHS[kind].exec(path ?? "");
  if (!rest || hosts.includes(null) || (kind === "server" && hosts.length > 1)) return null;
  try {
    return {
      kind,
      tls: scheme === "rediss",
      username: username ? decodeURIComponent(username) : undefined,
      password: password ? decodeURIComponent(password) : undefined,
      nodes: hosts as RedisAddress["nodes"],
      name: rest.groups?.name,
      db: Number(rest.groups?.db ?? 0),
    };
  } catch {
    // A stray percent sign.
    return null;
  }
}

function hostOf(node: string, defaultPort: number): { host: string; port: number } | null {
  const { host, port } = NODE.exec(node.trim())?.groups ?? {};
  const number = Number(port ?? defaultPort);
  return host && number > 0 && number <= 65_535 ? { host: host.replace(/^\[|\]$/g, ""), port: number } : null;
}
