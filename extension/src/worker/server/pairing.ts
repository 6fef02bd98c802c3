// POST /pair: the server proves that it knows our key, or the code that a person typed; then we prove the same.
import type { PairAnswer, PairRequest } from "../../generated/wire.js";
import { fetchServer } from "./fetchServer.js";
import { type Exchange, newNonce, proofOf } from "./proof.js";

const PAIR_TIMEOUT_MS = 5_000; // one step of the pairing

export type Pairing =
  /** `credential` goes with every request until the connection ends; `key` is for the next time. */
  | { kind: "paired"; key: string; credential: string; version: string }
  /** A server that knows neither our key nor our code, or has revoked the key: a person has to connect the two. */
  | { kind: "unpaired" }
  /** Something else listens there, or the server's state was lost: it does not know the key. */
  | { kind: "different_server" }
  | { kind: "unreachable"; reason: string };

export interface Known {
  /** Host and port of the server. */
  address: string;
  /** From an earlier pairing with this address. */
  key: string | null;
  /** What this copy of the extension brought along. */
  ownKey: string | null;
  /** What the popup shows for `gasoline pair`. */
  code: string;
  /** A person has just named this server: it may give us a key without knowing the code. */
  isTrusted: boolean;
}

export type Ask = (request: PairRequest) => Promise<Response>;

/** Asks the server at this address. */
export function askAt(serverUrl: string): Ask {
  return (request) =>
    fetchServer(`${serverUrl}/pair`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(PAIR_TIMEOUT_MS),
    });
}

/** Never throws. */
export async function pair(ask: Ask, known: Known): Promise<Pairing> {
  try {
    const stored = await tryKey(ask, known.address, known.key);
    if (isSettled(stored)) return stored;
    // It may be newer than the stored one: `gasoline extension` writes it again after a loss of the state.
    const own = await tryKey(ask, known.address, known.ownKey === known.key ? null : known.ownKey);
    if (isSettled(own)) return own;
    if (stored?.kind === "different_server") return stored;
    return await pairFirst(ask, known);
  } catch {
    // fetch says no more than "Failed to fetch" for a refused connection; the timeout means the same to a person.
    return { kind: "unreachable", reason: "no response at this address" };
  }
}

type Settled = Extract<Pairing, { kind: "paired" | "unreachable" }>;

function isSettled(attempt: Pairing | null): attempt is Settled {
  return attempt?.kind === "paired" || attempt?.kind === "unreachable";
}

async function tryKey(ask: Ask, address: string, key: string | null): Promise<Pairing | null> {
  if (key === null) return null;
  const ourNonce = newNonce();
  const answer = await answerTo(ask, { challenge: ourNonce, pairing: pairingIdOf(key) });
  if ("kind" in answer) return answer;
  const exchange = { address, ourNonce, serverNonce: answer.challenge ?? "" };
  if (answer.proof !== (await proofOf(key, "server", exchange))) return { kind: "different_server" };
  return introduce(ask, { secret: key, key, exchange });
}

/** A key begins with the id of its pairing. */
function pairingIdOf(key: string): string {
  return key.split(".", 1)[0] ?? "";
}

/** Nothing is sent to a server that does not know the code, except where a person has just named it. */
async function pairFirst(ask: Ask, { address, code, isTrusted }: Known): Promise<Pairing> {
  const ourNonce = newNonce();
  const answer = await answerTo(ask, { challenge: ourNonce, first: true, named: isTrusted });
  if ("kind" in answer) return answer;
  const exchange = { address, ourNonce, serverNonce: answer.challenge ?? "" };
  if (answer.proof === (await proofOf(code, "server", exchange))) {
    return introduce(ask, { secret: code, exchange });
  }
  const { key } = answer;
  if (!isTrusted || key === undefined) return { kind: "unpaired" };
  if (answer.proof !== (await proofOf(key, "server", exchange))) return { kind: "different_server" };
  return introduce(ask, { secret: key, key, exchange });
}

interface Introduction {
  secret: string;
  /** Missing where the server gives it in return for the code. */
  key?: string;
  exchange: Exchange;
}

async function introduce(ask: Ask, { secret, key, exchange }: Introduction): Promise<Pairing> {
  const proof = await proofOf(secret, "extension", exchange);
  const answer = await answerTo(ask, { challenge: exchange.serverNonce, proof });
  if ("kind" in answer) return answer;
  const ownKey = key ?? answer.key;
  if (!answer.paired || ownKey === undefined) return { kind: "different_server" };
  const credential = await proofOf(ownKey, "session", exchange);
  return { kind: "paired", key: ownKey, credential, version: answer.version };
}

async function answerTo(ask: Ask, request: PairRequest): Promise<PairAnswer | Pairing> {
  const response = await ask(request);
  if (!response.ok) return refusal(response);
  return (await readAnswer(response)) ?? { kind: "different_server" };
}

async function refusal(response: Response): Promise<Pairing> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  if (body?.error === "pairing_closed" || body?.error === "pairing_revoked") return { kind: "unpaired" };
  if (response.status === 404 || response.status === 405) return { kind: "different_server" };
  return { kind: "unreachable", reason: `pairing was refused (HTTP ${response.status})` };
}

/** Null when it is not the answer of a Gasoline server. */
async function readAnswer(response: Response): Promise<PairAnswer | null> {
  const body = (await response.json().catch(() => null)) as PairAnswer | null;
  return typeof body?.version === "string" ? body : null;
}
