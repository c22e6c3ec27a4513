import cluster from "node:cluster";
import { EventEmitter } from "node:events";

/**
 * Tells the other processes of this container what each of them keeps in memory. News are JSON and arrive in the order in
 * which one process told them. One that starts later has missed what came before.
 */
export interface Bus {
  tell(topic: string, news: unknown): void;
  /** Calls `then` with what others tell. It must not throw. */
  listen<News>(topic: string, then: (news: News) => void): void;
}

/** For a process without others. */
export const noBus: Bus = { tell: () => {}, listen: () => {} };

interface Message {
  topic: string;
  news: unknown;
}

const isNews = (message: unknown): message is Message =>
  typeof message === "object" && message !== null && "topic" in message;

/** A process that ends hears nothing any more, which is no failure. */
const ignore = () => {};

/** The bus of the primary, which passes on what one worker tells to the others, or of a worker. */
export function processBus(): Bus {
  const heard = new EventEmitter();
  const listen: Bus["listen"] = (topic, then) => void heard.on(topic, then);
  if (cluster.isWorker) {
    process.on("message", (message) => {
      if (isNews(message)) heard.emit(message.topic, message.news);
    });
    return { tell: (topic, news) => void process.send!({ topic, news }, undefined, undefined, ignore), listen };
  }
  const pass = (message: Message, teller?: unknown) => {
    for (const worker of Object.values(cluster.workers ?? {}))
      if (worker !== teller && worker?.isConnected()) worker.send(message, ignore);
  };
  cluster.on("message", (worker, message: unknown) => {
    if (!isNews(message)) return;
    heard.emit(message.topic, message.news);
    pass(message, worker);
  });
  return { tell: (topic, news) => pass({ topic, news }), listen };
}
