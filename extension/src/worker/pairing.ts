// POST /pair: the server shows that it knows our token, or gives one at first contact; then we show the same.
import { PAIR_TIMEOUT_MS } from "../generated/limits.js";
import type { PairAnswer, PairRequest } from "../generated/wire.js";
import { newChallenge, proofOf } from "./proof.js";

export type Pairing =
  | { kind: "paired"; token: string; version: string }
  /** Something else listens there, or the server's state was lost: it does not know the token. */
  | { kind: "different_server" }
  | { kind: "unreachable"; reason: string };

export type Ask = (request: PairRequest) => Promise<Response>;

/** Asks the server at this address; never throws. */
export function askAt(serverUrl: string): Ask {
  return (request) =>
    fetch(`${serverUrl}/pair`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal: AbortSignal.timeout(PAIR_TIMEOUT_MS),
    });
}

export async function pair(ask: Ask, known: string | null): Promise<Pairing> {
  try {
    return await exchange(ask, known);
  } catch {
    // fetch says no more than "Failed to fetch" for a refused connection; the timeout means the same to a person.
    return { kind: "unreachable", reason: "nothing answers at this address" };
  }
}

async function exchange(ask: Ask, known: string | null): Promise<Pairing> {
  const challenge = newChallenge();
  const response = await ask(known === null ? { challenge, first: true } : { challenge });
  if (!response.ok) return refusal(response);
  const answer = await readAnswer(response);
  const token = known ?? answer?.token;
  if (answer === null || token === undefined) return { kind: "different_server" };
  if (answer.proof !== (await proofOf(token, `server:${challenge}`))) return { kind: "different_server" };
  return introduce(ask, token, answer);
}

async function introduce(ask: Ask, token: string, { challenge, version }: PairAnswer): Promise<Pairing> {
  if (challenge === undefined) return { kind: "different_server" };
  const response = await ask({ challenge, proof: await proofOf(token, `extension:${challenge}`) });
  if (!response.ok) return refusal(response);
  const answer = await readAnswer(response);
  return answer?.paired ? { kind: "paired", token, version } : { kind: "different_server" };
}

async function refusal(response: Response): Promise<Pairing> {
  const body = (await response.json().catch(() => null)) as { error?: unknown } | null;
  if (response.status === 403 && body?.error === "pairing_closed") {
    return { kind: "unreachable", reason: "pairing is closed: run `gasoline pair`" };
  }
  if (response.status === 404 || response.status === 405) return { kind: "different_server" };
  return { kind: "unreachable", reason: `pairing was refused (HTTP ${response.status})` };
}

/** Null when it is not the answer of a Gasoline server. */
async function readAnswer(response: Response): Promise<PairAnswer | null> {
  const body = (await response.json().catch(() => null)) as PairAnswer | null;
  return typeof body?.version === "string" ? body : null;
}
