// Requests to the Gasoline server itself are never recorded.
import { DEFAULT_SERVER_URL } from "../../shared/presets.js";
import { append, NativeURL, startsWith } from "./natives.js";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

let origins = originsOf(DEFAULT_SERVER_URL);

export function setServerUrl(url: string): void {
  origins = originsOf(url);
}

export function isOwnRequest(url: string): boolean {
  for (let i = 0; i < origins.length; i++) {
    if (startsWith(url, origins[i] as string)) return true;
  }
  return false;
}

/** With the slash at the end, which every absolute http address has; the loopback's names all mean the same server. */
function originsOf(serverUrl: string): string[] {
  const { protocol, hostname, host, port } = new NativeURL(serverUrl);
  for (let i = 0; i < LOOPBACK.length; i++) {
    if (LOOPBACK[i] === hostname) return loopbackOrigins(protocol, port);
  }
  return [`${protocol}//${host}/`];
}

function loopbackOrigins(protocol: string, port: string): string[] {
  const found: string[] = [];
  for (let i = 0; i < LOOPBACK.length; i++) {
    append(found, `${protocol}//${LOOPBACK[i]}${port && ":"}${port}/`);
  }
  return found;
}
