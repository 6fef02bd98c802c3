// An esbuild plugin for scripts that are injected into a page after page.js: what page.js has, they take from there.
import { build } from "esbuild";

/** `sources`: the expression that holds a module's exports, by the module's file name in src/page/core. */
export function takeFromPage(sources) {
  const files = Object.keys(sources).join("|").replaceAll(".", "\\.");
  return {
    name: "take-from-page",
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`[/\\\\]page[/\\\\]core[/\\\\](${files})$`) }, async ({ path }) => {
        const source = sources[path.split(/[/\\]/).at(-1)];
        const reads = (await exportsOf(path)).map(
          (name) => `export const ${name} = /* @__PURE__ */ (() => ${source}.${name})();`,
        );
        return { contents: reads.join("\n"), loader: "js" };
      });
    },
  };
}

async function exportsOf(file) {
  const options = { entryPoints: [file], bundle: true, write: false, metafile: true, outfile: "out.js" };
  const { metafile } = await build({ ...options, format: "esm", logLevel: "warning" });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}
