// Reads a file over HTTP as the page would get it, bounded in size and time.

export const SOURCE_FILE_BYTES = 32 * 1024 * 1024; // ERR-08

export interface ReadOptions {
  credentials: RequestCredentials;
  signal: AbortSignal;
}

export interface FileText {
  text: string;
  /** The size of the decoded body. */
  bytes: number;
  headers: Headers;
}

export type ReadText = (url: string, options: ReadOptions) => Promise<FileText | null>;

/**
 * Null for what is not there or too long; throws for what may succeed another time. The browser's cache is asked to
 * revalidate: this worker's part of it is not the page's, so what it holds may be older than what the page runs.
 * Redirects are refused, because they may lead to another origin.
 */
export const readText: ReadText = async (url, { credentials, signal }) => {
  const response = await fetch(url, { credentials, signal, cache: "no-cache", redirect: "error" });
  if (response.ok && Number(response.headers.get("Content-Length") ?? 0) <= SOURCE_FILE_BYTES) {
    const body = await readBounded(response);
    return body && { text: await body.text(), bytes: body.size, headers: response.headers };
  }
  await response.body?.cancel();
  return null;
};

async function readBounded(response: Response): Promise<Blob | null> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (let next = await reader?.read(); next?.value !== undefined; next = await reader?.read()) {
    pieces.push(next.value);
    bytes += next.value.byteLength;
    if (bytes > SOURCE_FILE_BYTES) {
      await reader?.cancel();
      return null;
    }
  }
  return new Blob(pieces);
}

export function isInline(address: string): boolean {
  return /^data:/i.test(address);
}

/** Throws for what is not decodable. */
export function inlineText(address: string): string {
  const comma = address.indexOf(",");
  const body = address.slice(comma + 1);
  const text = body.includes("%") ? decodeURIComponent(body) : body;
  return /;\s*base64\s*$/i.test(address.slice(0, comma)) ? fromBase64(text) : text;
}

function fromBase64(text: string): string {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return new TextDecoder().decode(bytes);
}
