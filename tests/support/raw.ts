import { connect, type Socket } from "node:net";

export interface RawAnswer {
  status: number;
  location: string | undefined;
  body: string;
}

/**
 * A connection on which requests are written byte by byte as given, one after the other: HTTP clients refuse or correct
 * what an attacker sends. It opens again when the server has closed it.
 */
export class RawConnection {
  private socket: Socket | null = null;

  constructor(private readonly port: number) {}

  /** Sends one request. @throws Error if the connection ends before the answer is complete */
  ask(bytes: Buffer): Promise<RawAnswer> {
    const socket = (this.socket ??= connect(this.port, "127.0.0.1"));
    let received = Buffer.alloc(0);
    return new Promise((resolve, reject) => {
      const done = (settle: () => void) => {
        socket.off("data", read).off("error", fail).off("close", fail);
        settle();
      };
      const fail = () => {
        this.close();
        done(() => reject(new Error(`The connection ended within the answer: ${received.toString("latin1")}`)));
      };
      const read = (chunk: Buffer) => {
        received = Buffer.concat([received, chunk]);
        const answer = parse(received);
        if (!answer) return;
        if (answer.closes) this.close();
        done(() => resolve(answer));
      };
      socket.on("data", read).on("error", fail).on("close", fail);
      socket.write(bytes);
    });
  }

  close(): void {
    this.socket?.on("error", () => undefined).destroy();
    this.socket = null;
  }
}

/** A whole answer; null if bytes are missing. Our answers say their length, or have no body. */
function parse(bytes: Buffer): (RawAnswer & { closes: boolean }) | null {
  const end = bytes.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = bytes.subarray(0, end).toString("latin1");
  const body = bytes.subarray(end + 4);
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim();
  if (header("transfer-encoding") !== undefined && !body.subarray(-5).equals(LAST_CHUNK)) return null;
  if (body.length < Number(header("content-length") ?? 0)) return null;
  return {
    status: Number(head.slice(9, 12)),
    location: header("location"),
    body: body.toString(),
    closes: header("connection") === "close",
  };
}

const LAST_CHUNK = Buffer.from("0\r\n\r\n");
