// Builds the dashboard's page: index.html, app.js and app.css, everything in them.
import { cpSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));

export async function buildDashboard(folder) {
  await build({
    absWorkingDir: HERE,
    entryPoints: [
      { in: "src/dashboard/main.tsx", out: "app" },
      { in: "src/dashboard/styles/app.css", out: "app" },
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
  });
  cpSync(join(HERE, "src/dashboard/index.html"), join(folder, "index.html"));
}
