// Names of built-in methods, which a page may have replaced, and the calls of our own objects that have such names.
// For checks only: a build has no TypeScript.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);
const COMPILER = dirname(
  require.resolve(`@typescript/typescript-${process.platform}-${process.arch}/package.json`),
);
/** TypeScript's declarations of what a browser has. */
export const LIBRARY = join(COMPILER, "lib");
const DOM_TYPES = readFileSync(join(LIBRARY, "lib.dom.d.ts"), "utf8");

const LANGUAGE = [
  ...[
    Array,
    String,
    RegExp,
    Promise,
    Function,
    Map,
    Set,
    WeakMap,
    WeakSet,
    WeakRef,
    Number,
    Object,
    Date,
    Symbol,
  ],
  ...[Error, Boolean, BigInt, ArrayBuffer, DataView, Object.getPrototypeOf(Uint8Array)],
];

export const BUILT_IN_METHODS = new Set([...LANGUAGE.flatMap(methodsOf), ...domMethods()]);

function methodsOf({ prototype }) {
  const members = Object.entries(Object.getOwnPropertyDescriptors(prototype));
  return members.filter(([, { value }]) => typeof value === "function").map(([name]) => name);
}

function domMethods() {
  return [...DOM_TYPES.matchAll(/^ {4}(\w+)(?:<.*?>)?\(/gm)].map(([, name]) => name);
}

/** Methods of our own objects with a name that is also a built-in one; `name[]` are our own functions in a list or a table. */
export const OWN_CALLS = new Set([
  "FLAGS[]",
  "RECORDERS[]",
  "WRITABLES[]",
  "all[]",
  "bodies.flush",
  "bodies.set",
  "channel.send",
  "early.add",
  "errorContext.flush",
  "errorContext.set",
  "failures.set",
  "get().end",
  "given.extend",
  "headers.json",
  "held.release",
  "hooks.define",
  "list.add",
  "outbox.close",
  "outbox.flush",
  "outbox.open",
  "part.add",
  "part.flush",
  "part.resume",
  "part.set",
  "part.stop",
  "part.suspend",
  "repeats.extend",
  "repeats.flush",
  "requests.finish",
  "requests.flush",
  "requests.join",
  "running[]",
  "sockets.add",
  "sockets.find",
  "sockets.suspend",
  "store.read",
  "store.subscribe",
  "tests[]",
  "traces.set",
  // The page's: the result of a script is what it makes of itself.
  "value.toJSON",
]);

/** Objects that are read by a key: they have each of them, or belong to the page and are read as they are. */
export const OWN_TABLES = new Set([
  "RECORDERS",
  "breakers",
  "chunks",
  // By its own keys.
  "dropped",
  "settings",
  // An entry of a Map has both.
  "value",
  // The page's: readSafely.ts and the results of scripts.
  "native",
  "object",
]);
