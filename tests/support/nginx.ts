import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { selfSigned } from "../faults/certificate";
import { freePorts } from "./product";
import { root } from "./root";

const PROGRAM = "/usr/sbin/nginx";
const CONFIGURATION = join(root, "deploy/nginx/nginx.conf");
/** The addresses of a market's containers in the configuration. */
const CONTAINERS = ["172.31.89.11:3000", "172.31.89.12:3000"];

export interface Nginx {
  /** `https://localhost:PORT`. */
  origin: string;
  port: number;
  ca: string;
  stop(): Promise<void>;
}

/** A free port for nginx. The products need to know it before nginx starts. */
export async function nginxPort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

/**
 * Starts nginx with the repository's configuration; only addresses and folders are replaced. The Thai market is at
 * `ports`.
 */
export async function startNginx(port: number, ports: readonly [number, number]): Promise<Nginx> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: install it with "apt-get install nginx".`);
  const folder = await mkdtemp(join(tmpdir(), "wallet-nginx-"));
  // If nginx starts as root, its workers run as another user.
  await chmod(folder, 0o755);
  const { key, cert } = selfSigned("localhost");
  for (const market of ["th", "la"]) {
    await mkdir(join(folder, "certs", market), { recursive: true });
    await writeFile(join(folder, "certs", market, "fullchain.pem"), cert);
    await writeFile(join(folder, "certs", market, "privkey.pem"), key);
  }
  const [plainPort] = await freePorts(1);
  // The first replacement must be that of nginx's temporary folder, because the others contain /tmp, too.
  const replacements: [string, string][] = [
    [" /tmp/", ` ${folder}/`],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ", `listen 127.0.0.1:${port} `],
    ["server_name th.wallet.example;", "server_name localhost;"],
    ["/etc/nginx/certs/", `${folder}/certs/`],
    ["/dev/stdout", `${folder}/access.log`],
    ["/dev/stderr", `${folder}/error.log`],
    ...CONTAINERS.map((container, index): [string, string] => [container, `127.0.0.1:${ports[index]}`]),
  ];
  let configuration = await readFile(CONFIGURATION, "utf8");
  for (const [there, here] of replacements) {
    if (!configuration.includes(there)) throw new Error(`${CONFIGURATION} has no "${there}".`);
    configuration = configuration.replaceAll(there, here);
  }
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration);
  const server = spawn(PROGRAM, ["-e", `${folder}/error.log`, "-p", folder, "-c", file, "-g", "daemon off;"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  server.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const gone = new Promise((resolve) => server.once("exit", resolve));
  while (!(await accepts(port))) {
    if (server.exitCode !== null)
      throw new Error(`nginx ended:\n${said}${await readFile(join(folder, "error.log"), "utf8")}`);
    await wait(20);
  }
  return {
    origin: `https://localhost:${port}`,
    port,
    ca: cert,
    async stop() {
      server.kill("SIGTERM");
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
