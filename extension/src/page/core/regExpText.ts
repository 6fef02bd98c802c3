// A regular expression as its text, by natives: its own toString asks properties that a page may have replaced.
import { getter } from "./natives.js";

const { prototype } = RegExp;
const sourceOf = getter<string>(prototype, "source");

/** In the order in which `flags` has them. */
const LETTERS = "dgimsuvy";
const FLAGS = [
  "hasIndices",
  "global",
  "ignoreCase",
  "multiline",
  "dotAll",
  "unicode",
  "unicodeSets",
  "sticky",
].map((name) => getter<boolean>(prototype, name));

/** Throws for a value that is not a regular expression. */
export function regExpText(regExp: unknown): string {
  let text = `/${sourceOf(regExp)}/`;
  for (let i = 0; i < FLAGS.length; i++) {
    if (FLAGS[i]?.(regExp)) text += LETTERS[i];
  }
  return text;
}
