// Builds the extension for each browser and the dashboard's page: `node extension/build.mjs`, into extension/dist,
// extension/dist-firefox and dashboard/dist. `--out DIR` builds the extension elsewhere, for Chromium or the browser that
// `--browser` names, and the dashboard only if `--dashboard-out DIR` says where.
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import { minify } from "terser";
import { buildDashboard } from "../dashboard/build.mjs";
import { buildRunner } from "./buildRunner.mjs";
import { TARGETS } from "./buildTargets.mjs";
import { bundlePage, bundlePart, PARTS } from "./pageBundle.mjs";
import { publishFolder } from "./publishFolder.mjs";
import { BundledFiles, writeNotices } from "./thirdPartyNotices.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

/** Each file of the extension and what it is made from, one row for each world. */
const SCRIPTS = {
  content: "src/content/index.ts",
  probes: "src/probes/index.ts",
  worker: "src/worker/index.ts",
  popup: "src/popup/popup.ts",
  options: "src/options/options.ts",
};

const COPIES = {
  "popup.html": "src/popup/popup.html",
  "popup.css": "src/popup/popup.css",
  "options.html": "src/options/options.html",
  "options.css": "src/options/options.css",
  "theme.css": "src/ui/theme.css",
  icons: "icons",
  "axe.min.js": "../node_modules/axe-core/axe.min.js",
};

/** What a flavour changes in the manifest. */
const FLAVOURS = {
  default: (manifest) => manifest,
  // For tests on other origins: every permission is there, the content scripts are still local only.
  "all-hosts": (manifest) => ({
    ...manifest,
    host_permissions: [...manifest.host_permissions, "<all_urls>"],
  }),
  // The store refuses a key: it signs with its own. See docs/publishing.md.
  store: ({ key: _, ...manifest }) => manifest,
};

const OPTIONS = {
  flavour: { type: "string", default: "default" },
  browser: { type: "string" },
  out: { type: "string" },
  "dashboard-out": { type: "string" },
};

/** What to build: `extensions` has a row for each browser. */
function readOptions() {
  const { values } = parseArgs({ options: OPTIONS });
  const { flavour, browser, out, "dashboard-out": dashboardOut } = values;
  refuseUnknown("flavour", flavour, FLAVOURS);
  if (browser !== undefined) refuseUnknown("browser", browser, TARGETS);
  if (out === undefined && dashboardOut === undefined) {
    const browsers = browser === undefined ? Object.keys(TARGETS) : [browser];
    const extensions = browsers.map((name) => ({ browser: name, out: join(HERE, TARGETS[name].folder) }));
    return { flavour, extensions, dashboardOut: join(HERE, "../dashboard/dist") };
  }
  const wanted = browser ?? "chromium";
  const folder = resolve(out ?? join(HERE, TARGETS[wanted].folder));
  const extensions = [{ browser: wanted, out: folder }];
  return { flavour, extensions, dashboardOut: dashboardOut && resolve(dashboardOut) };
}

function refuseUnknown(what, name, table) {
  if (Object.hasOwn(table, name)) return;
  throw new Error(`no ${what} "${name}"; there are ${Object.keys(table).join(", ")}`);
}

/** One version for both sides: the Python package has it. */
function readVersion() {
  const source = readFileSync(join(HERE, "../src/gasoline/__init__.py"), "utf8");
  const version = /^__version__ = "([^"]+)"$/m.exec(source)?.[1];
  if (version === undefined) throw new Error('src/gasoline/__init__.py has no line __version__ = "…"');
  return version;
}

function writeManifest(flavour, target, out) {
  const manifest = JSON.parse(readFileSync(join(HERE, "manifest.json"), "utf8"));
  const version = readVersion();
  // Browsers take up to four numbers only; Chrome shows "0.2.0rc1" by its full name.
  manifest.version = /^\d+(\.\d+){0,3}/.exec(version)[0];
  if (manifest.version !== version) manifest.version_name = version;
  const flavoured = target.manifest(FLAVOURS[flavour](manifest));
  writeFileSync(join(out, "manifest.json"), `${JSON.stringify(flavoured, null, 2)}\n`);
}

/**
 * What page.js is called in stacks. Under its own address, Chromium would attribute each console call that passes through
 * our wrapper to the extension: it would take a second stack, and list the page's warnings as errors of the extension.
 */
const PAGE_SOURCE_URL = "gasoline-extension://page/page.js";

/**
 * Names the script, and adds a source map whose only source is on the ignore list: DevTools then passes over our wrapper
 * and shows the page's own line as the place of a console message; see docs/adr/0007-console-call-sites.md.
 */
function nameAndIgnore(file, script) {
  const map = {
    version: 3,
    sources: ["gasoline/page.js"],
    sourcesContent: ["// Gasoline: extension/src/page\n"],
    names: [],
    // Every line begins at the beginning of the source.
    mappings: script
      .trimEnd()
      .split("\n")
      .map(() => "AAAA")
      .join(";"),
    ignoreList: [0],
    x_google_ignoreList: [0],
  };
  const data = Buffer.from(JSON.stringify(map)).toString("base64");
  const comments = [`sourceURL=${PAGE_SOURCE_URL}`, `sourceMappingURL=data:application/json;base64,${data}`];
  writeFileSync(file, `${script.trimEnd()}\n${comments.map((comment) => `//# ${comment}\n`).join("")}`);
}

const BUNDLE = {
  absWorkingDir: HERE,
  bundle: true,
  minify: true,
  format: "iife",
  // In sloppy code a page walks from its own getter to our functions and what they were called with.
  banner: { js: '"use strict";' },
  // Licenses are in THIRD_PARTY_NOTICES.md.
  legalComments: "none",
  logLevel: "warning",
  metafile: true,
};

/** After esbuild: page.js becomes 4 % shorter; see docs/adr/0014-parts-that-come-later.md. */
const MINIFY = {
  ecma: 2020,
  // None of our functions is called with `new` or has a `this` of its own: as arrows they are shorter.
  compress: { passes: 3, keep_fargs: false, unsafe_arrows: true },
};

async function buildPage(target, folder) {
  const { text, metafile } = await bundlePage(target);
  nameAndIgnore(join(folder, "page.js"), (await minify(text, MINIFY)).code);
  return metafile;
}

async function buildExtension(flavour, target, folder) {
  const bundled = new BundledFiles();
  const scripts = await build({ ...BUNDLE, ...target.esbuild, entryPoints: SCRIPTS, outdir: folder });
  bundled.addBundle(scripts.metafile, HERE);
  bundled.addBundle(await buildPage(target, folder), HERE);
  for (const [to, from] of Object.entries(COPIES)) {
    cpSync(join(HERE, from), join(folder, to), { recursive: true });
    bundled.addFile(join(HERE, from));
  }
  writeManifest(flavour, target, folder);
  const runner = await buildRunner(target);
  writeFileSync(join(folder, "runner.js"), runner.text);
  bundled.addBundle(runner.metafile, HERE);
  for (const name of Object.keys(PARTS)) {
    const part = await bundlePart(name, target);
    writeFileSync(join(folder, `${name}.js`), part.text);
    bundled.addBundle(part.metafile, HERE);
  }
  writeNotices(folder, bundled);
  // `gasoline browser` writes the address of its server here, in its own copy.
  writeFileSync(join(folder, "defaults.json"), "{}\n");
}

const { flavour, extensions, dashboardOut } = readOptions();
for (const { browser, out } of extensions) {
  await publishFolder(out, (folder) => buildExtension(flavour, TARGETS[browser], folder));
  console.log(`built ${flavour === "default" ? "" : `(${flavour}) `}${out}`);
}
if (dashboardOut !== undefined) {
  await publishFolder(dashboardOut, buildDashboard);
  console.log(`built ${dashboardOut}`);
}
