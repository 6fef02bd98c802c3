// Reading files over HTTP: from a real server that misbehaves.
import { createServer, type Listener } from "node:http";
import { afterEach, expect, test } from "vitest";
import { readText, SOURCE_FILE_BYTES } from "../../../src/worker/snippets/readText.js";

let stopServer = () => {};
afterEach(() => stopServer());

async function start(listener: Listener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stopServer = () => {
    server.closeAllConnections();
    server.close();
  };
  return `http://127.0.0.1:${server.address().port}/a.js`;
}

const read = (url: string, signal = new AbortController().signal) =>
  readText(url, { credentials: "include", signal });

test("the text and the headers", async () => {
  const url = await start((_, answer) => void answer.setHeader("SourceMap", "m").end("\ufefff('é');"));
  const file = await read(url);
  expect(file?.text).toBe("f('é');");
  expect(file?.bytes).toBe(11);
  expect(file?.headers.get("SourceMap")).toBe("m");
});

test("what is not there is nothing", async () => {
  const url = await start((_, answer) => void answer.writeHead(404).end("f();"));
  expect(await read(url)).toBeNull();
});

test("a file that says that it is too long is not read", async () => {
  const url = await start((_, answer) => {
    answer.writeHead(200, { "Content-Length": SOURCE_FILE_BYTES + 1 });
    answer.flushHeaders();
  });
  expect(await read(url)).toBeNull();
});

test("a file that does not say so is read up to the bound", async () => {
  const piece = new Uint8Array(1 << 20);
  const url = await start((_, answer) => {
    const more = () => {
      while (!answer.destroyed && answer.write(piece)) {}
    };
    answer.on("drain", more);
    more();
  });
  expect(await read(url)).toBeNull();
});

test("a redirect is refused, because it may lead elsewhere", async () => {
  const asked: string[] = [];
  const url = await start(({ url: path }, answer) => {
    asked.push(path);
    answer.writeHead(302, { Location: "/b.js" }).end();
  });
  await expect(read(url)).rejects.toThrow();
  expect(asked).toEqual(["/a.js"]);
});

// ERR-08
test("a server that holds its answer is given up", async () => {
  const stop = new AbortController();
  const url = await start((_, answer) => {
    answer.write("f(");
    stop.abort();
  });
  await expect(read(url, stop.signal)).rejects.toThrow();
});
