// Builds a part of the page world that the worker injects when a page asks for it: one function without any free name.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGETS } from "./buildTargets.mjs";
import { shortName } from "./nativeNames.mjs";
import { takeFromPage } from "./takeFromPage.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

/** As in src/shared/pilotRun.ts. */
const NATIVES_KEY = "__gasolineNatives";

/** The text of a script that defines `functionName(key)`, and what esbuild bundled into it; see src/page/core/lateParts.ts. */
export async function buildPart(entry, functionName, fileName, target = TARGETS.chromium) {
  const { outputFiles, metafile } = await build({
    absWorkingDir: HERE,
    entryPoints: [entry],
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    format: "iife",
    globalName: "part",
    ...target.esbuild,
    legalComments: "none",
    logLevel: "warning",
    plugins: [takeFromPage({ "natives.ts": "natives" })],
  });
  const text = `"use strict";
function ${functionName}(key) {
"use strict";
const { ${shortName("dispatch")}: dispatch, ${shortName("NativeCustomEvent")}: NativeCustomEvent } = window.${NATIVES_KEY}.natives;
const detail = function (natives, given) {
${outputFiles[0].text.trim()}
return part.begin(given);
};
dispatch(window, new NativeCustomEvent(key, { __proto__: null, detail }));
//# sourceURL=gasoline-extension://page/${fileName}
}
`;
  return { text, metafile };
}
