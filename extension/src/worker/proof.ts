// HMAC-SHA256 in hex, by which extension and server show each other that they know the token.

const encoder = new TextEncoder();

export async function proofOf(token: string, text: string): Promise<string> {
  const algorithm = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", encoder.encode(token), algorithm, false, ["sign"]);
  return toHex(await crypto.subtle.sign("HMAC", key, encoder.encode(text)));
}

export function newChallenge(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(32)).buffer);
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
