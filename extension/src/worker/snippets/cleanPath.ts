// A source's path without the prefixes and suffixes of bundlers.
import { LIBRARY_PATH, LIBRARY_SCRIPT } from "../../generated/libraryFiles.js";

/** Each takes away one kind of prefix. */
const PREFIXES: readonly RegExp[] = [
  /^webpack-internal:\/*/,
  // The name of the bundle is the host.
  /^webpack:\/\/[^/]*\/+/,
  /^turbopack:\/*/,
  /^ng:\/*/,
  // A path of this machine stays absolute; one with a drive has no slash in front.
  /^file:\/\/(?:localhost)?(?:\/(?=[A-Za-z]:))?/,
  /^\/?@fs(?=\/)/,
  /^\/?@id\//,
  /^\/?__parcel_source_root\//,
  /^(?:__x00__|\0)+/,
  // Layers of Next.js.
  /^\([\w-]+\)\//,
  /^\[project\]\//,
  /^(?:\.{1,2}\/)+/,
];

/** `base` is the script's address: what is on the same origin is shown without it. */
export function cleanPath(source: string, base: string): string {
  let path = withoutOrigin(source, base).replace(/[?#].*$/s, "");
  for (const prefix of PREFIXES) path = path.replace(prefix, "");
  return decoded(path) || source;
}

/** Code that the application's authors did not write: packages, and the bundler's own. */
export function isLibraryPath(path: string): boolean {
  return LIBRARY_PATH.test(path);
}

/** The same of a script whose source map cannot be read: its name is all there is to go by. */
export function isLibraryScript(path: string): boolean {
  return isLibraryPath(path) || LIBRARY_SCRIPT.test(path);
}

function withoutOrigin(source: string, base: string): string {
  if (!/^https?:/.test(source) || !URL.canParse(base)) return source;
  const { origin } = new URL(base);
  return source.startsWith(`${origin}/`) ? source.slice(origin.length + 1) : source;
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
