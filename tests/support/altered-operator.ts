import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";

/** Changes the JSON of answers to this path, or leaves it. */
export type Alter = (path: string, answer: Record<string, never>) => void;

/**
 * An operator that answers like the one at `origin`, except for what `alter` changes in its answers.
 * @param hear gets the path and the headers of every call
 */
export async function alteredOperator(
  origin: string,
  alter: Alter,
  hear: (path: string, headers: IncomingHttpHeaders) => void = () => {},
) {
  const server = createServer((incoming, outgoing) => {
    const { method, url = "/", headers } = incoming;
    const { host: _, ...passed } = headers;
    hear(url.split("?", 1)[0]!, headers);
    const onward = request(new URL(url, origin), { method, headers: { ...passed, "accept-encoding": "identity" } });
    incoming.pipe(onward);
    onward.on("error", () => outgoing.destroy());
    onward.on("response", (answer) => {
      void textOf(answer).then((text) => {
        const { "content-length": _length, "transfer-encoding": _encoding, ...kept } = answer.headers;
        outgoing.writeHead(answer.statusCode!, kept).end(altered(text, url.split("?", 1)[0]!, alter));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => (server.closeAllConnections(), server.close()),
  };
}

function altered(text: string, path: string, alter: Alter): string {
  const answer = JSON.parse(text) as Record<string, never>;
  alter(path, answer);
  return JSON.stringify(answer);
}

async function textOf(answer: IncomingMessage): Promise<string> {
  let text = "";
  answer.setEncoding("utf8");
  for await (const chunk of answer) text += String(chunk);
  return text;
}
