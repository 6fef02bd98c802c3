// Builds runner.js: one function without any free name, which the worker injects into a page with a script to run.
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGETS } from "./buildTargets.mjs";
import { callOf } from "./pageBundle.mjs";
import { takeFromPage } from "./takeFromPage.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const BY_SYNTAX = join(HERE, "src/page/pilot/bySyntax.cjs");

/** As in src/shared/pilotRun.ts. */
const NATIVES_KEY = "__gasolineNatives";

/** Modules whose exports the runner takes from page.js, which was there before the page: page/pinNatives.ts leaves them. */
const PINNED = {
  "natives.ts": `window.${NATIVES_KEY}.natives`,
  "regExpText.ts": `window.${NATIVES_KEY}`,
};

/** The text of a script that defines `gasolineRunner(order, code)`, and what esbuild bundled into it. */
export async function buildRunner(target = TARGETS.chromium) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: HERE,
    stdin: callOf("begin", "src/page/pilot/entry.ts"),
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    ...target.esbuild,
    legalComments: "none",
    logLevel: "warning",
    plugins: [takeFromPage(PINNED)],
  });
  const bySyntax = readFileSync(BY_SYNTAX, "utf8").replaceAll(/^ *(\/\/|\/?\*).*\n/gm, "");
  const text = `function gasolineRunner(order, code) {
if (window.${NATIVES_KEY} === undefined) return { __proto__: null, kind: "notReady" };
${bySyntax}
return (function () {
"use strict";
let begin;
${outputFiles[0].text.trim()}
return begin(order, code, { __proto__: null, verifiedCompiler, settle, promised });
})();
}
`;
  return { text, metafile };
}
