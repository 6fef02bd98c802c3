// Builds the demo shop twice: with its bug into dist/, with the bug fixed into dist/fixed/.
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const VARIANTS = [
  { outdir: "dist", fixed: false },
  { outdir: "dist/fixed", fixed: true },
];

for (const { outdir, fixed } of VARIANTS) {
  await build({
    absWorkingDir: fileURLToPath(new URL(".", import.meta.url)),
    entryPoints: { app: "src/main.ts" },
    outdir,
    bundle: true,
    minify: true,
    // Linked: app.js.map is next to app.js and named in its last line, as real shops ship it.
    sourcemap: "linked",
    format: "esm",
    target: "es2022",
    define: { __FIXED__: String(fixed) },
    logLevel: "warning",
  });
}
