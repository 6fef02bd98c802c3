// The names of every property and every global that a browser may have, as `make gen` found them in TypeScript's declarations.
import { readFileSync } from "node:fs";

const GENERATED = new URL("src/generated/builtInNames.json", import.meta.url);
const { names } = JSON.parse(readFileSync(GENERATED, "utf8"));

export const BUILT_IN_NAMES = new Set(Object.values(names).flatMap((ofLetter) => ofLetter.split(" ")));
