// Pairing as a dialogue: the extension says, the server answers.
import { expect, test } from "vitest";
import type { PairAnswer, PairRequest } from "../../src/generated/wire.js";
import { type Ask, pair } from "../../src/worker/pairing.js";
import { proofOf } from "../../src/worker/proof.js";

const TOKEN = "t".repeat(43);
const CHALLENGE = "c".repeat(32);

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status });
}

/** A server that knows `token`; what it was asked is in `asked`. */
function serverWith(token: string, asked: PairRequest[] = []): Ask {
  return async (request) => {
    asked.push(request);
    if (request.proof !== undefined) {
      const paired = request.proof === (await proofOf(token, `extension:${request.challenge}`));
      return json({ version: "1.2.3", paired } satisfies PairAnswer);
    }
    const proof = await proofOf(token, `server:${request.challenge}`);
    return json({ version: "1.2.3", proof, challenge: CHALLENGE, ...(request.first ? { token } : {}) });
  };
}

test("the proof is HMAC-SHA256 in hex", async () => {
  expect(await proofOf("key", "The quick brown fox jumps over the lazy dog")).toBe(
    "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8",
  );
});

test("at first contact the server gives the token, and both show that they know it", async () => {
  const asked: PairRequest[] = [];
  expect(await pair(serverWith(TOKEN, asked), null)).toEqual({
    kind: "paired",
    token: TOKEN,
    version: "1.2.3",
  });
  expect(asked[0]?.first).toBe(true);
  expect(asked[1]).toEqual({ challenge: CHALLENGE, proof: await proofOf(TOKEN, `extension:${CHALLENGE}`) });
});

test("a known token is proven, never asked for again", async () => {
  const asked: PairRequest[] = [];
  expect((await pair(serverWith(TOKEN, asked), TOKEN)).kind).toBe("paired");
  expect(asked.some((request) => request.first)).toBe(false);
});

test("each try has a challenge of its own", async () => {
  const asked: PairRequest[] = [];
  await pair(serverWith(TOKEN, asked), TOKEN);
  await pair(serverWith(TOKEN, asked), TOKEN);
  expect(asked[0]?.challenge).not.toBe(asked[2]?.challenge);
});

test("a server with another token is a different server and is told nothing more", async () => {
  const asked: PairRequest[] = [];
  expect(await pair(serverWith("other", asked), TOKEN)).toEqual({ kind: "different_server" });
  expect(asked.length).toBe(1);
});

test.each([
  ["a page", async () => new Response("<html>")],
  ["other JSON", async () => json({ hello: 1 })],
  ["not found", async () => json({}, 404)],
])("something that answers with %s is a different server", async (_name, ask) => {
  expect((await pair(ask, null)).kind).toBe("different_server");
});

test("a strict server says to run gasoline pair", async () => {
  const outcome = await pair(async () => json({ error: "pairing_closed" }, 403), null);
  expect(outcome).toEqual({ kind: "unreachable", reason: "pairing is closed: run `gasoline pair`" });
});

test("a refused connection is unreachable", async () => {
  const outcome = await pair(() => Promise.reject(new TypeError("Failed to fetch")), null);
  expect(outcome.kind).toBe("unreachable");
});
