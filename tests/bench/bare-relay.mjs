/**
 * A bare socket.io relay, for `relay.ts`: browsers join the room that their token names, and hear what the operator's
 * chat says in one room. `BENCH_PORT`, `OPERATOR_CHAT_URL`; a line with a room on the standard input makes it join that
 * room.
 */
import { createServer } from "node:http";
import process from "node:process";
import { createInterface } from "node:readline";
import { Server } from "socket.io";
import { io as connect } from "socket.io-client";

const http = createServer();
const io = new Server(http, { path: "/chat/socket/", serveClient: false, perMessageDeflate: false });
io.on("connection", (socket) => void socket.join(socket.handshake.auth.token));
http.listen(Number(process.env.BENCH_PORT), "127.0.0.1", () => process.stdout.write("listening\n"));

createInterface({ input: process.stdin }).on("line", (room) => {
  const upstream = connect(process.env.OPERATOR_CHAT_URL, { transports: ["websocket"] });
  upstream.on("message", (value) => io.to(room).emit("message", value));
  upstream.on("connect", () => upstream.emit("join", { room }, () => process.stdout.write("joined\n")));
});
