// Checks which folder may import which: `node extension/imports.mjs`; see docs/architecture.md.
// Code of one world must not reach into another, and subjects of one world share only what this table names.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const SOURCES = ["extension/src", "dashboard/src"];
/** Types and names; a folder of the platform that belongs to a world is only for that world. */
const COMMON = ["shared", "generated", "platform"];
const PAGE = ["page/core", "platform/page", ...COMMON];
const WORKER = ["worker", "platform/worker", ...COMMON];

/** A folder and the folders that it may import, besides itself. */
export const MAY_IMPORT = {
  generated: [],
  shared: ["generated", "platform"],
  platform: [],
  "platform/page": ["page/core", "platform"],
  "platform/worker": ["platform"],
  dom: COMMON,
  "page/core": ["platform/page", ...COMMON],
  "page/bodies": ["page/network", ...PAGE],
  "page/failures": ["page/network", ...PAGE],
  "page/console": ["page/context", "page/network", ...PAGE],
  "page/context": PAGE,
  "page/dialogs": PAGE,
  "page/errors": ["page/context", "page/network", ...PAGE],
  "page/network": PAGE,
  "page/pilot": PAGE,
  "page/websocket": PAGE,
  page: [
    "page/console",
    "page/context",
    "page/dialogs",
    "page/errors",
    "page/network",
    "page/websocket",
    ...PAGE,
  ],
  actions: ["dom", ...COMMON],
  performance: ["actions", ...COMMON],
  content: ["actions", "performance", ...COMMON],
  probes: ["dom", ...COMMON],
  "worker/delivery": ["worker/server", "worker/snippets", ...WORKER],
  "worker/pilot": ["worker/tabs", ...WORKER],
  "worker/queries": ["worker/pilot", "worker/tabs", ...WORKER],
  "worker/server": WORKER,
  "worker/snippets": ["worker/tabs", ...WORKER],
  "worker/tabs": WORKER,
  worker: [
    "worker/delivery",
    "worker/pilot",
    "worker/queries",
    "worker/server",
    "worker/snippets",
    "worker/tabs",
    "platform/worker",
    ...COMMON,
  ],
  ui: COMMON,
  popup: ["ui", ...COMMON],
  options: ["ui", ...COMMON],
  dashboard: ["dashboard/generated"],
  "dashboard/generated": [],
};

/** What a file imports against the table: `["page/core → worker"]`. The file is named from the root of the checkout. */
export function violationsIn(file, typescript) {
  const here = folderOf(file);
  const imported = [...typescript.matchAll(/(?:\bfrom |\bimport |\bimport\()"(?<path>[.#][^"]*)"/g)];
  return imported
    .map(({ groups }) => sourceOf(groups.path, posix.dirname(file)))
    .map(folderOf)
    .filter((there) => there !== here && !MAY_IMPORT[here]?.includes(there))
    .map((there) => `${here} → ${there}`);
}

/** `#platform/…` is the same folder of every browser. */
function sourceOf(path, folder) {
  return path.startsWith("#") ? path.replace("#", "extension/src/") : posix.join(folder, path);
}

/** The longest name in the table that a path begins with. */
function folderOf(file) {
  const path = file.startsWith("extension/src/")
    ? file.slice("extension/src/".length).replace(/^platform\/(chromium|firefox)\//, "platform/")
    : file
        .replace("dashboard/src/generated/", "dashboard/generated/")
        .replace("dashboard/src/", "dashboard/");
  const names = Object.keys(MAY_IMPORT).filter((name) => path.startsWith(`${name}/`));
  return names.sort((a, b) => b.length - a.length)[0] ?? path;
}

function main() {
  const files = SOURCES.flatMap((source) =>
    readdirSync(join(ROOT, source), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join("/")),
  );
  const lines = files.flatMap((file) =>
    violationsIn(file, readFileSync(join(ROOT, file), "utf8")).map(
      (edge) => `${file}: ${edge} is not allowed`,
    ),
  );
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
