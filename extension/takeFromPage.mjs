// An esbuild plugin for scripts that are injected into a page after page.js: what page.js has, they take from there.
import { exportsOf, shortName } from "./nativeNames.mjs";

/** `sources`: the expression that holds a module's exports, by the module's file name in src/page/core. */
export function takeFromPage(sources) {
  const files = Object.keys(sources).join("|").replaceAll(".", "\\.");
  return {
    name: "take-from-page",
    setup({ onLoad }) {
      onLoad({ filter: new RegExp(`[/\\\\]page[/\\\\]core[/\\\\](${files})$`) }, async ({ path }) => {
        const file = path.split(/[/\\]/).at(-1);
        const nameOf = file === "natives.ts" ? shortName : (name) => name;
        const reads = (await exportsOf(path)).map(
          (name) => `export const ${name} = /* @__PURE__ */ (() => ${sources[file]}.${nameOf(name)})();`,
        );
        return { contents: reads.join("\n"), loader: "js" };
      });
    },
  };
}
