// Builds the dashboard's page: index.html, app.js and app.css, everything in them.
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { BundledFiles, writeNotices } from "../extension/thirdPartyNotices.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));

export async function buildDashboard(folder) {
  const { metafile } = await build({
    absWorkingDir: HERE,
    entryPoints: [
      { in: "src/main.tsx", out: "app" },
      { in: "src/styles/app.css", out: "app" },
    ],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "chrome120",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
    metafile: true,
  });
  const bundled = new BundledFiles();
  bundled.addBundle(metafile, HERE);
  writeNotices(folder, bundled);
  cpSync(join(HERE, "src/index.html"), join(folder, "index.html"));
}
