// Builds the dashboard's page: index.html, app.js and app.css, everything in them.
import { cpSync, mkdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const HERE = dirname(fileURLToPath(import.meta.url));
const OUT = join(HERE, "dist-dashboard");

export async function buildDashboard() {
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });
  await build({
    absWorkingDir: HERE,
    entryPoints: [
      { in: "src/dashboard/main.tsx", out: "app" },
      { in: "src/dashboard/styles/app.css", out: "app" },
    ],
    outdir: OUT,
    bundle: true,
    minify: true,
    format: "esm",
    target: "chrome120",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    logLevel: "warning",
  });
  cpSync(join(HERE, "src/dashboard/index.html"), join(OUT, "index.html"));
  console.log(`built ${OUT}`);
}
