// Reads the wire schema from standard input and prints its TypeScript types.
import { readFileSync } from "node:fs";
import { compile } from "json-schema-to-typescript";

const schema = JSON.parse(readFileSync(0, "utf8"));
const source = await compile(schema, "Wire", {
  additionalProperties: true,
  bannerComment: "",
  maxItems: -1,
  unreachableDefinitions: true,
  format: true,
  style: { printWidth: 110 },
});
process.stdout.write(
  source
    .replace(/export interface Wire \{[^}]*\}\n/, "")
    .replace(/^\/\*\*\n \* This interface was referenced by[^/]*\*\/\n/gm, "")
    .replace(/ \*\n \* This interface was referenced by[^\n]*\n \* via the `definition`[^\n]*\n/g, ""),
);
