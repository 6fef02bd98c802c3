// The link: pair, hello, heartbeats; again when it breaks; polling when there is no WebSocket.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { HEARTBEAT_MS } from "../../../src/platform/chromium/worker/workerLife.js";
import { RECONNECT_MAX_MS, RECONNECT_MIN_MS } from "../../../src/shared/reconnect.js";
import { proofOf } from "../../../src/worker/server/proof.js";
import { Server } from "../../../src/worker/server/server.js";
import { ServerKeys } from "../../../src/worker/server/serverKeys.js";
import { ServerLink } from "../../../src/worker/server/serverLink.js";
import { SILENT_HEARTBEATS } from "../../../src/worker/server/serverSocket.js";
import { FakeArea } from "../fakes.js";

vi.setConfig({ testTimeout: 60_000 });

/** However slow the machine is. */
const PATIENCE = { interval: 1, timeout: 20_000 };
const KEY = "k".repeat(64);
const SERVER_NONCE = "c".repeat(32);

class FakeSocket {
  static all: FakeSocket[] = [];
  onopen = () => undefined;
  onclose = () => undefined;
  onmessage = (_event: { data: string }) => undefined;
  sent: Record<string, unknown>[] = [];

  constructor(
    readonly url: string,
    readonly protocols: string[],
  ) {
    FakeSocket.all.push(this);
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  close(): void {
    this.onclose();
  }

  hear(message: unknown): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
}

/** Of this test's server: an earlier test's link may still be busy with its own. */
const sockets = () => FakeSocket.all.filter(({ url }) => url === `ws://${host}/ws`);
const paths = () => requests.filter(({ url }) => url.startsWith(`http://${host}/`)).map(({ path }) => path);

/** Pairing contains real cryptography, which takes its own time. */
async function untilSocket(count: number): Promise<FakeSocket> {
  await vi.waitUntil(() => sockets().length >= count, PATIENCE);
  return sockets().at(-1) as FakeSocket;
}

async function serve(url: string, init: RequestInit): Promise<Response> {
  requests.push({
    url,
    path: new URL(url).pathname,
    headers: new Headers(init.headers),
    signal: init.signal,
  });
  if (url.endsWith("/pending-queries") && isPollHeld) return new Promise(() => undefined);
  if (!url.endsWith("/pair")) return new Response("", { status: 503 });
  const body = JSON.parse(String(init.body));
  if (body.proof !== undefined) return Response.json({ version: "1", paired: true });
  const exchange = { address: new URL(url).host, ourNonce: body.challenge, serverNonce: SERVER_NONCE };
  credential = await proofOf(KEY, "session", exchange);
  const proof = await proofOf(KEY, "server", exchange);
  return Response.json({ version: "1", proof, challenge: SERVER_NONCE });
}

let requests: { url: string; path: string; headers: Headers; signal?: AbortSignal | null | undefined }[];
let isPollHeld: boolean;
let credential: string;
let switches: Record<string, boolean>;
let port = 7890;
let host: string;
let watched: number;
let link: ServerLink;
let server: Server;
const onVerified = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  host = `127.0.0.1:${++port}`;
  requests = [];
  isPollHeld = false;
  switches = { captureAllSites: false };
  watched = 0;
  FakeSocket.all = [];
  vi.stubGlobal("fetch", serve);
  vi.stubGlobal("WebSocket", FakeSocket);
  server = new Server(new ServerKeys(new FakeArea().asArea(), new FakeArea().asArea()), () => undefined);
  server.ownKey = KEY;
  link = new ServerLink({
    server,
    version: "0.1.0",
    browser: () => "Chromium 146.0",
    pilot: () => true,
    halfLoaded: () => [],
    reproductionBufferSize: () => 50,
    switches: () => switches,
    watched: () => watched,
    onVerified: onVerified.mockReset(),
    onFlush: async ({ id }) => ({ type: "flushed", id, missing: [] }),
    answer: async ({ id, type }, tell, signal) => {
      tell("loaded");
      if (type === "accessibility" && id === "held")
        await new Promise((resolve) => signal.addEventListener("abort", resolve));
      return { id, result: 42 };
    },
  });
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

async function connect(): Promise<FakeSocket> {
  void link.restart(`http://${host}`);
  const socket = await untilSocket(1);
  socket.onopen();
  return socket;
}

test("hello comes first, with the credential in the handshake and never in the address", async () => {
  const socket = await connect();
  expect(socket.url).toBe(`ws://${host}/ws`);
  expect(socket.protocols).toEqual(["gasoline.v1", `token.${credential}`]);
  expect(socket.sent[0]).toEqual({
    type: "hello",
    halfLoaded: [],
    reproductionBufferSize: 50,
    version: "0.1.0",
    browser: "Chromium 146.0",
    pilot: true,
    switches: { captureAllSites: false },
  });
  expect(server.connection).toEqual({ state: "connected", version: "1" });
  expect(onVerified).toHaveBeenCalledOnce();
});

test("a changed setting is sent at once, by another hello", async () => {
  const socket = await connect();
  link.sendSettings();
  expect(socket.sent.filter(({ type }) => type === "hello")).toHaveLength(2);
});

// SEND-06
test("heartbeats are as rare as the worker's life allows, with pages, too", async () => {
  const socket = await connect();
  const beats = () => socket.sent.filter(({ type }) => type === "heartbeat").length;
  watched = 1;
  link.rewatch();
  expect(socket.sent.at(-1)).toEqual({ type: "heartbeat", watched: 1 });
  expect(beats()).toBe(2);
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS - 100);
  expect(beats()).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(beats()).toBe(3);
});

test("questions and flushes are answered with their ids", async () => {
  const socket = await connect();
  socket.hear({ type: "query", query: { id: "q", type: "tabs", timeoutMs: 1 } });
  socket.hear({ type: "flush", id: "f" });
  await vi.waitFor(() => {
    expect(socket.sent).toContainEqual({ type: "result", result: { id: "q", result: 42 } });
    expect(socket.sent).toContainEqual({ type: "flushed", id: "f", missing: [] });
  }, PATIENCE);
});

test("a question that is taken back ends and is not answered, and the next one is", async () => {
  const socket = await connect();
  socket.hear({
    type: "query",
    query: { id: "held", type: "accessibility", timeoutMs: 1000, progress: true },
  });
  await vi.waitUntil(() => socket.sent.some(({ type }) => type === "progress"), PATIENCE);
  socket.hear({ type: "cancel", id: "held" });
  socket.hear({ type: "cancel", id: "of another worker" });
  socket.hear({ type: "query", query: { id: "next", type: "tabs", timeoutMs: 1000 } });
  const results = () => socket.sent.filter(({ type }) => type === "result");
  await vi.waitUntil(() => results().length > 0, PATIENCE);
  expect(results()).toEqual([{ type: "result", result: { id: "next", result: 42 } }]);
});

test("a broken connection is opened again, and nothing counts as verified meanwhile", async () => {
  const socket = await connect();
  socket.onclose();
  expect([server.verified, server.connection.state]).toEqual([false, "unreachable"]);
  await vi.advanceTimersByTimeAsync(RECONNECT_MIN_MS + 10);
  await untilSocket(2);
  expect(server.verified).toBe(true);
  expect(paths().filter((path) => path === "/pair").length).toBe(4);
});

test("a server that falls silent is given up", async () => {
  await connect();
  await vi.advanceTimersByTimeAsync(HEARTBEAT_MS * SILENT_HEARTBEATS + 1000);
  await untilSocket(2);
});

// SEND-06
test("when the WebSocket is refused, questions come by polling", async () => {
  void link.restart(`http://${host}`);
  (await untilSocket(1)).onclose();
  await vi.waitUntil(() => paths().includes("/pending-queries"), PATIENCE);
});

test("a WebSocket that is tried again is preceded by a proof of the server", async () => {
  isPollHeld = true;
  void link.restart(`http://${host}`);
  (await untilSocket(1)).onclose();
  await vi.waitUntil(() => paths().includes("/pending-queries"), PATIENCE);
  const proofs = () => paths().filter((path) => path === "/pair").length;
  expect(proofs()).toBe(2);
  await vi.advanceTimersByTimeAsync(RECONNECT_MAX_MS + 10);
  await untilSocket(2);
  expect(proofs()).toBe(4);
});

test("a program that took the port meanwhile gets neither a WebSocket nor further polls", async () => {
  isPollHeld = true;
  void link.restart(`http://${host}`);
  (await untilSocket(1)).onclose();
  await vi.waitUntil(() => paths().includes("/pending-queries"), PATIENCE);
  const poll = requests.find(({ path }) => path === "/pending-queries");
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    requests.push({ url, path: new URL(url).pathname, headers: new Headers(init.headers) });
    return Response.json({ version: "1", proof: "f".repeat(64), challenge: SERVER_NONCE });
  });
  await vi.advanceTimersByTimeAsync(RECONNECT_MAX_MS + 10);
  await vi.waitUntil(() => !server.verified, PATIENCE);
  expect(sockets().length).toBe(1);
  expect(poll?.signal?.aborted).toBe(true);
});

test("a poll names the extension and its switches, and again when one moves", async () => {
  isPollHeld = true;
  watched = 3;
  const polls = () =>
    requests.filter(({ path }) => path === "/pending-queries").map(({ headers }) => headers);
  const told = () => JSON.parse(polls().at(-1)?.get("X-Gasoline-Hello") ?? "null");
  void link.restart(`http://${host}`);
  (await untilSocket(1)).onclose();
  await vi.waitUntil(() => polls().length === 1, PATIENCE);
  expect(told()).toEqual({
    type: "hello",
    version: "0.1.0",
    browser: "Chromium 146.0",
    pilot: true,
    switches,
    halfLoaded: [],
    reproductionBufferSize: 50,
  });
  expect(polls()[0]?.get("X-Gasoline-Watched")).toBe("3");
  switches = { captureAllSites: true };
  link.sendSettings();
  await vi.waitUntil(() => polls().length === 2, PATIENCE);
  expect(told().switches).toEqual(switches);
});

test("progress is sent only to a server that asks for it", async () => {
  const socket = await connect();
  const query = { type: "accessibility", params: {}, timeoutMs: 1000, client: "" };
  socket.hear({ type: "query", query: { ...query, id: "q1" } });
  socket.hear({ type: "query", query: { ...query, id: "q2", progress: true } });
  const results = () => socket.sent.filter(({ type }) => type === "result");
  await vi.waitUntil(() => results().length === 2, PATIENCE);
  expect(socket.sent.filter(({ type }) => type === "progress")).toEqual([
    { type: "progress", id: "q2", step: "loaded" },
  ]);
});

test("a token that cannot be read counts as a failed try, and the next one succeeds", async () => {
  vi.spyOn(server, "known").mockRejectedValueOnce(new Error("storage is broken"));
  void link.restart(`http://${host}`);
  await vi.waitUntil(() => server.connection.state === "unreachable", PATIENCE);
  await vi.advanceTimersByTimeAsync(RECONNECT_MIN_MS + 10);
  await untilSocket(1);
  expect(server.verified).toBe(true);
});
