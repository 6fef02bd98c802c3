// Pairing as a dialogue: the extension says, the server answers.
import { expect, test } from "vitest";
import type { PairAnswer, PairRequest } from "../../../src/generated/wire.js";
import { type Ask, type Known, pair } from "../../../src/worker/server/pairing.js";
import { type Exchange, hmacOf, newCode, proofOf, readableCode } from "../../../src/worker/server/proof.js";

const KEY = `a1b2c3d4.${"k".repeat(64)}`;
const CODE = "0123456789ABCDEF";
const ADDRESS = "127.0.0.1:7890";
const SERVER_NONCE = "c".repeat(32);

function known(changes: Partial<Known> = {}): Known {
  return { address: ADDRESS, key: null, ownKey: null, code: CODE, isTrusted: false, ...changes };
}

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

interface FakeServer {
  address?: string;
  key?: string;
  /** It proves the key, but does not accept it any more. */
  isRevoked?: boolean;
  /** What a person gave to `gasoline pair`. */
  code?: string;
  /** Within a minute of `gasoline pair` without a code. */
  isOpen?: boolean;
}

/** What it was asked is in `asked`. */
function serverWith(server: FakeServer, asked: PairRequest[] = []): Ask {
  const key = server.key ?? KEY;
  let exchange: Exchange;
  let secret: string;
  return async (request) => {
    asked.push(request);
    if (request.proof !== undefined && server.isRevoked && secret === key)
      return json({ error: "pairing_revoked" }, 401);
    if (request.proof !== undefined) {
      const paired = request.proof === (await proofOf(secret, "extension", exchange));
      return json({
        version: "1.2.3",
        paired,
        ...(secret === server.code ? { key } : {}),
      } satisfies PairAnswer);
    }
    if (request.first && server.code === undefined && !server.isOpen)
      return json({ error: "pairing_closed" }, 403);
    secret = request.first && server.code !== undefined ? server.code : key;
    exchange = { address: server.address ?? ADDRESS, ourNonce: request.challenge, serverNonce: SERVER_NONCE };
    const proof = await proofOf(secret, "server", exchange);
    const given = request.first && server.isOpen ? { key } : {};
    return json({ version: "1.2.3", proof, challenge: SERVER_NONCE, ...given } satisfies PairAnswer);
  };
}

test("the proof is HMAC-SHA256 in hex", async () => {
  expect(await hmacOf("key", "The quick brown fox jumps over the lazy dog")).toBe(
    "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
  );
});

test("proof and server compute the same", async () => {
  // As tests/transport/test_pairing.py has it.
  const exchange = { address: ADDRESS, ourNonce: "a".repeat(16), serverNonce: "b".repeat(16) };
  expect(await proofOf("secret", "session", exchange)).toBe(
    "b038055f43ef3fae32367bbdf4ff7e910b8e42a3b9919a161169d5a45aec4acb",
  );
});

test.each(["key", "ownKey"] as const)("a %s is proven by both sides and never sent", async (where) => {
  const asked: PairRequest[] = [];
  const pairing = await pair(serverWith({}, asked), known({ [where]: KEY }));
  const exchange = { address: ADDRESS, ourNonce: asked[0]?.challenge ?? "", serverNonce: SERVER_NONCE };
  expect(pairing).toEqual({
    kind: "paired",
    key: KEY,
    credential: await proofOf(KEY, "session", exchange),
    version: "1.2.3",
  });
  expect(asked.map(({ first }) => first)).toEqual([undefined, undefined]);
  expect(JSON.stringify(asked)).not.toContain(KEY);
});

test("the id of the pairing is sent with the challenge", async () => {
  const asked: PairRequest[] = [];
  await pair(serverWith({}, asked), known({ key: KEY }));
  expect(asked[0]?.pairing).toBe("a1b2c3d4");
});

test("an own key that is newer than the stored one connects after a loss of the state", async () => {
  const pairing = await pair(serverWith({}), known({ key: "old.key", ownKey: KEY }));
  expect(pairing).toMatchObject({ kind: "paired", key: KEY });
});

test("a stored key that is the own key is not tried twice", async () => {
  const asked: PairRequest[] = [];
  await pair(serverWith({ key: "other" }, asked), known({ key: KEY, ownKey: KEY }));
  expect(asked.length).toBe(1);
});

test("a revoked key leaves the way by the code", async () => {
  expect(await pair(serverWith({ isRevoked: true }), known({ key: KEY }))).toEqual({ kind: "unpaired" });
  const pairing = await pair(serverWith({ isRevoked: true, code: CODE }), known({ key: KEY }));
  expect(pairing).toMatchObject({ kind: "paired" });
});

test.each([true, false])("a server learns whether a person has just named it: %s", async (isTrusted) => {
  const asked: PairRequest[] = [];
  await pair(serverWith({}, asked), known({ isTrusted }));
  expect(asked[0]?.named).toBe(isTrusted);
});

test("each attempt has its own number", async () => {
  const asked: PairRequest[] = [];
  await pair(serverWith({}, asked), known({ key: KEY }));
  await pair(serverWith({}, asked), known({ key: KEY }));
  expect(asked[0]?.challenge).not.toBe(asked[2]?.challenge);
});

// GUARD-09
test("a server with another key is a different server and receives nothing more", async () => {
  const asked: PairRequest[] = [];
  expect(await pair(serverWith({ key: "other" }, asked), known({ key: KEY }))).toEqual({
    kind: "different_server",
  });
  expect(asked.length).toBe(1);
});

test("a relayed server on another port is a different server", async () => {
  const asked: PairRequest[] = [];
  const relayed = serverWith({ address: "127.0.0.1:7891" }, asked);
  expect(await pair(relayed, known({ key: KEY }))).toEqual({ kind: "different_server" });
  expect(asked.length).toBe(1);
});

test("without a key, whoever answers first is not trusted", async () => {
  const asked: PairRequest[] = [];
  expect(await pair(serverWith({ isOpen: true }, asked), known())).toEqual({ kind: "unpaired" });
  expect(asked.length).toBe(1);
});

test("a server that knows the code gives the key", async () => {
  const asked: PairRequest[] = [];
  const pairing = await pair(serverWith({ code: CODE }, asked), known());
  expect(pairing).toMatchObject({ kind: "paired", key: KEY });
  expect(JSON.stringify(asked)).not.toContain(CODE);
});

test("a code that is passed on from another port does not count", async () => {
  const relayed = serverWith({ code: CODE, address: "127.0.0.1:7891" });
  expect(await pair(relayed, known())).toEqual({ kind: "unpaired" });
});

test("another code does not count", async () => {
  expect(await pair(serverWith({ code: "FEDCBA9876543210" }), known())).toEqual({ kind: "unpaired" });
});

test("a server that a person has just named may give its key", async () => {
  const pairing = await pair(serverWith({ isOpen: true }), known({ isTrusted: true }));
  expect(pairing).toMatchObject({ kind: "paired", key: KEY });
});

test("an own key that the server does not know leaves the way by the code", async () => {
  const pairing = await pair(serverWith({ code: CODE }), known({ ownKey: "other" }));
  expect(pairing).toMatchObject({ kind: "paired", key: KEY });
});

test("a closed server leaves the extension unpaired", async () => {
  expect(await pair(serverWith({}), known({ isTrusted: true }))).toEqual({ kind: "unpaired" });
});

test.each([
  ["a page", async () => new Response("<html>")],
  ["other JSON", async () => json({ hello: 1 })],
  ["not found", async () => json({}, 404)],
])("something that answers with %s is a different server", async (_name, ask) => {
  expect((await pair(ask, known())).kind).toBe("different_server");
});

test("a refused connection is unreachable", async () => {
  const outcome = await pair(() => Promise.reject(new TypeError("Failed to fetch")), known());
  expect(outcome.kind).toBe("unreachable");
});

test("a code is readable, and too long to be found from its proof", () => {
  expect(readableCode(newCode())).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(newCode()).not.toBe(newCode());
});
