// The names by which page.js leaves its natives for what comes later: short, because page.js is parsed in every frame.
import { build } from "esbuild";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const NAME_CHARS = 3;

/**
 * Made from the name alone, and so the same in every version: a page that was open during an update has the natives of the
 * page.js of before.
 */
export function shortName(name) {
  let hash = 0;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) >>> 0;
  let short = "";
  for (let i = 0; i < NAME_CHARS; i++) {
    short += LETTERS[hash % LETTERS.length];
    hash = Math.floor(hash / LETTERS.length);
  }
  return short;
}

/** An esbuild plugin for page.js: all natives in one object. */
export function shareNatives() {
  return {
    name: "share-natives",
    setup({ onLoad }) {
      onLoad({ filter: /[/\\]page[/\\]core[/\\]nativesByName\.ts$/ }, async ({ path }) => {
        const names = await exportsOf(path.replace(/nativesByName\.ts$/, "natives.ts"));
        if (new Set(names.map(shortName)).size < names.length)
          throw new Error("Two natives have the same short name: rename one of them.");
        const fields = names.map((name) => `${shortName(name)}: ${name}`);
        const contents = `import { ${names.join(", ")} } from "./natives.js";
          export const natives = freeze({ __proto__: null, ${fields.join(", ")} });`;
        return { contents, loader: "js" };
      });
    },
  };
}

export async function exportsOf(file) {
  const options = { entryPoints: [file], bundle: true, write: false, metafile: true, outfile: "out.js" };
  const { metafile } = await build({ ...options, format: "esm", logLevel: "warning" });
  return Object.values(metafile.outputs).flatMap((output) => output.exports);
}
