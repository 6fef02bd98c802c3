// The addresses of the document's scripts.
import type { ScriptList } from "../shared/probes.js";

export function scripts(): ScriptList {
  return [...document.querySelectorAll<HTMLScriptElement>("script[src]")].map(({ src }) => src);
}
