// A regular expression as its text, by natives: its own toString asks properties that a page may have replaced.
import { getter } from "./natives.js";

const { prototype } = RegExp;
const sourceOf = getter<string>(prototype, "source");

/** In the order in which `flags` has them. */
const FLAGS = [
  { letter: "d", isSet: getter<boolean>(prototype, "hasIndices") },
  { letter: "g", isSet: getter<boolean>(prototype, "global") },
  { letter: "i", isSet: getter<boolean>(prototype, "ignoreCase") },
  { letter: "m", isSet: getter<boolean>(prototype, "multiline") },
  { letter: "s", isSet: getter<boolean>(prototype, "dotAll") },
  { letter: "u", isSet: getter<boolean>(prototype, "unicode") },
  { letter: "v", isSet: getter<boolean>(prototype, "unicodeSets") },
  { letter: "y", isSet: getter<boolean>(prototype, "sticky") },
];

/** Throws for what is no regular expression. */
export function regExpText(regExp: unknown): string {
  let text = `/${sourceOf(regExp)}/`;
  for (let i = 0; i < FLAGS.length; i++) {
    const { letter, isSet } = FLAGS[i] as (typeof FLAGS)[number];
    if (isSet(regExp)) text += letter;
  }
  return text;
}
