// The name of the function around a source position, if the layout or the stack identifies it for certain.

import { SNIPPET_LINE_CHARS } from "./linesAround.js";

const FUNCTION_SEARCH_LINES = 500; // lines above a place that are searched for the function around it

const NAME = "[\\p{ID_Start}$_][\\p{ID_Continue}$]*";
const PARAMETERS = "(?:\\([^)]*\\)(?:\\s*:[^=]+)?\\s*=>|\\([^)]*$|[\\w$]+\\s*=>|function\\b)";

/** How a function with a name begins; the name is the first group. */
const HEADS: readonly RegExp[] = [
  new RegExp(`\\bfunction\\s*\\*?\\s*(${NAME})\\s*[(<]`, "u"),
  new RegExp(`(?<![.\\p{ID_Continue}$])(${NAME})(?:\\s*:[^=]+)?\\s*=\\s*(?:async\\s*)?${PARAMETERS}`, "u"),
  new RegExp(`^\\s*(${NAME})\\s*:\\s*(?:async\\s*)?${PARAMETERS}`, "u"),
  new RegExp(`^\\s*(?:[a-z]+\\s+)*\\*?\\s*#?(${NAME})\\s*(?:<[^>]*>)?\\([^)]*\\)\\s*(?::[^{]+)?\\{`, "u"),
];
const NO_NAMES = new Set([
  "if",
  "for",
  "while",
  "switch",
  "catch",
  "with",
  "function",
  "return",
  "constructor",
]);
const ANONYMOUS = /=>|\bfunction\b/;
const CLASS = /\bclass\b/;
/** `}: Props) {` — the end of a head that began further up. */
const END_OF_HEAD = /^\s*[)}\]](?!\s*(?:else|catch|finally|while)\b).*(?:\{|=>)\s*$/;

/** `named` is what the browser calls it, which a minifier may have changed. */
export function functionAround(
  lines: readonly string[],
  line: number,
  column: number,
  named: string,
): string | undefined {
  const plain = plainName(named);
  // The browser names every function that has a name, even a minified one.
  if (plain === "") return undefined;
  const above = lines.slice(Math.max(0, line - 1 - FUNCTION_SEARCH_LINES), line - 1).reverse();
  const current = lines[line - 1] ?? "";
  if (isTelling(plain) && [current, ...above].some((text) => declares(text, plain))) return plain;
  return onThisLine(current.slice(0, column - 1)) ?? further(current, column, above);
}

/** "async Cart.add [as onClick]" → "add". */
export function plainName(named: string): string {
  const [name = ""] = named.replace(/^(?:async |new |get |set )+/, "").split(" ");
  const plain = name.slice(name.lastIndexOf(".") + 1);
  return new RegExp(`^#?${NAME}$`, "u").test(plain) && plain !== "eval" ? plain : "";
}

/** Minifiers give names of one or two letters. */
function isTelling(name: string): boolean {
  return name.length > 2;
}

function declares(text: string, name: string): boolean {
  if (!text.includes(name)) return false;
  return nameIn(text) === name || (CLASS.test(text) && text.includes(`class ${name}`));
}

function onThisLine(before: string): string | undefined {
  const name = nameIn(before);
  return name !== undefined && !before.includes("}") ? name : undefined;
}

/** Heads stand further left than what they hold. */
function further(current: string, column: number, above: string[]): string | undefined {
  if (ANONYMOUS.test(current.slice(0, column - 1))) return undefined;
  let indent = indentOf(current);
  for (const text of above) {
    if (text.trim() === "" || indentOf(text) >= indent) continue;
    const name = nameIn(text);
    if (name !== undefined) return name;
    if (END_OF_HEAD.test(text)) {
      indent = indentOf(text) + 1;
      continue;
    }
    if (ANONYMOUS.test(text) || CLASS.test(text)) return undefined;
    indent = indentOf(text);
  }
  return undefined;
}

function nameIn(text: string): string | undefined {
  // Nobody writes such a line by hand.
  if (text.length > SNIPPET_LINE_CHARS) return undefined;
  for (const head of HEADS) {
    const name = head.exec(text)?.[1];
    if (name !== undefined && !NO_NAMES.has(name)) return name;
  }
  return undefined;
}

function indentOf(text: string): number {
  return text.length - text.trimStart().length;
}
