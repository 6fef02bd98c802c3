// Bundles page.js and the parts of the page's world that come later, with short names for what is ours.
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { TARGETS } from "./buildTargets.mjs";
import { shareNatives, shortName } from "./nativeNames.mjs";
import { namesToShorten } from "./ownNames.mjs";
import { takeFromPage } from "./takeFromPage.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Injected only into pages that ask for them: the function that each defines, and what it is made from. */
export const PARTS = {
  context: { functionName: "gasolineContext", entry: "src/page/context/entry.ts" },
  bodies: { functionName: "gasolineBodies", entry: "src/page/bodies/entry.ts" },
  failures: { functionName: "gasolineFailures", entry: "src/page/failures/entry.ts" },
  websockets: { functionName: "gasolineWebSockets", entry: "src/page/websocket/entry.ts" },
  traces: { functionName: "gasolineTraces", entry: "src/page/traces/entry.ts" },
};

const BUNDLE = {
  absWorkingDir: HERE,
  bundle: true,
  write: false,
  metafile: true,
  minify: true,
  format: "iife",
  // Licenses are in THIRD_PARTY_NOTICES.md.
  legalComments: "none",
  logLevel: "warning",
};

/** As in src/shared/pilotRun.ts. */
const NATIVES_KEY = "__gasolineNatives";

const shortenings = new Map();

/** The same for everything that is built for a browser. */
function shorteningsFor(target) {
  if (!shortenings.has(target)) {
    const entries = Object.values(PARTS).map(({ entry }) => entry);
    shortenings.set(target, namesToShorten(target, entries));
  }
  return shortenings.get(target);
}

/**
 * Assigns what a module exports by this name to a variable of the same name around the bundle. The module object that esbuild
 * would make needs property descriptors, which a page can break by a property of Object.prototype.
 */
export function callOf(name, entry) {
  const contents = `import { ${name} as exported } from "./${entry}"; ${name} = exported;`;
  return { contents, resolveDir: HERE, loader: "js" };
}

/** The text of page.js before terser, and what esbuild bundled into it. */
export async function bundlePage(target) {
  const { page } = await shorteningsFor(target);
  const { outputFiles, metafile } = await build({
    ...BUNDLE,
    ...target.esbuild,
    ...page,
    entryPoints: ["src/page/index.ts"],
    // In sloppy code a page walks from its own getter to our functions and what they were called with.
    banner: { js: '"use strict";' },
    plugins: [shareNatives()],
  });
  return { text: outputFiles[0].text, metafile };
}

/** The text of a script that defines `functionName(key)`; see src/page/core/lateParts.ts. */
export async function bundlePart(name, target = TARGETS.chromium) {
  const { functionName, entry } = PARTS[name];
  const { part } = await shorteningsFor(target);
  const { outputFiles, metafile } = await build({
    ...BUNDLE,
    ...target.esbuild,
    ...part,
    stdin: callOf("begin", entry),
    plugins: [takeFromPage({ "natives.ts": "natives" })],
  });
  const text = `"use strict";
function ${functionName}(key) {
"use strict";
const { ${shortName("dispatch")}: dispatch, ${shortName("NativeCustomEvent")}: NativeCustomEvent } = window.${NATIVES_KEY}.natives;
const detail = function (natives, given) {
let begin;
${outputFiles[0].text.trim()}
return begin(given);
};
dispatch(window, new NativeCustomEvent(key, { __proto__: null, detail }));
//# sourceURL=gasoline-extension://page/${name}.js
}
`;
  return { text, metafile };
}
