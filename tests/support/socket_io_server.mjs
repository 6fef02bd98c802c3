// A Socket.IO server for tests: prints its port, echoes "chat" with an acknowledgement, ends with its standard input.
import { createServer } from "node:http";
import { Server } from "socket.io";

const http = createServer();
const server = new Server(http, { cors: { origin: "*" } });
server.on("connection", (socket) => {
  socket.on("chat", (text, acknowledge) => {
    socket.emit("chat", { text, from: "server" });
    acknowledge("got it");
  });
});
http.listen(0, "127.0.0.1", () => process.stdout.write(`${http.address().port}\n`));
process.stdin.on("end", () => process.exit(0)).resume();
