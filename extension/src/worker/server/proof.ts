// What extension and server compute when they pair. `launch/pairing_keys.py` computes the same.

import { PAIR_CODE_CHARS } from "../../generated/limits.js";

const encoder = new TextEncoder();
/** Crockford's base32: no I, L, O and U. */
const CODE_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** One exchange with the server at one address. */
export interface Exchange {
  /** Host and port: a program on another port cannot pass the proof on. */
  address: string;
  ourNonce: string;
  serverNonce: string;
}

export type Role = "server" | "extension" | "session";

export function proofOf(secret: string, role: Role, exchange: Exchange): Promise<string> {
  const { address, ourNonce, serverNonce } = exchange;
  return hmacOf(secret, `gasoline.v1|${role}|${address}|${ourNonce}|${serverNonce}`);
}

/** HMAC-SHA256 in hex. */
export async function hmacOf(secret: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["sign"]);
  return toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

export function newNonce(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

/** What a person types after `gasoline pair`, without dashes. */
export function newCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(PAIR_CODE_CHARS));
  return Array.from(bytes, (byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join("");
}

/** In groups of four, as it is shown. */
export function readableCode(code: string): string {
  return (code.match(/.{1,4}/g) ?? []).join("-");
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
