// Prints the names of every property and every global that TypeScript declares for browsers, as a JSON array.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { LIBRARY } from "../extension/pageMethods.mjs";

const MEMBER = /^ {4}(?:(?:readonly|get|set|static) )*(?<name>\w+)\??(?:[:(]|<[^>]*>\()/gm;
const GLOBAL = /^(?:declare )?(?:var|function|interface|const|type) (?<name>\w+)/gm;

const files = readdirSync(LIBRARY).filter((file) => /^lib\.(?:dom|es|decorators)/.test(file));
const names = files.flatMap((file) => namesIn(readFileSync(join(LIBRARY, file), "utf8")));
console.log(JSON.stringify([...new Set(names)].sort()));

function namesIn(types) {
  return [...types.matchAll(MEMBER), ...types.matchAll(GLOBAL)].map(({ groups }) => groups.name);
}
