// Small applications as bundlers make them, run once to get the stack that a browser would have.
import { runInNewContext } from "node:vm";
import { type BuildOptions, build } from "esbuild";
import type { ReadText } from "../../../src/worker/snippets/readText.js";

export const ORIGIN = "http://localhost:3000";

/** Line 9 fails. */
export const CART = `interface Item {
  price: { amount: number } | undefined;
}

export function totalOfCart(items: Item[]): number {
  let total = 0;
  for (const item of items) {
    // Some have no price.
    total += item.price!.amount;
  }
  return total;
}
`;
export const MAIN = `import { totalOfCart } from "./cart";

const checkout = () => {
  console.log(totalOfCart([{ price: undefined }]));
};

checkout();
`;
export const CART_LINES = CART.split("\n")
  .slice(3, 14)
  .map((text, index) => (index === 5 ? { line: 9, text, isError: true } : { line: index + 4, text }));

export interface Built {
  script: string;
  map: string;
}

const SOURCES: Record<string, string> = { "/app/src/main.ts": MAIN, "/app/src/cart.ts": CART };

/** The application in /app/src, bundled into /app/dist/main.js. */
export async function bundle(options: BuildOptions = {}): Promise<Built> {
  const { outputFiles = [] } = await build({
    entryPoints: ["/app/src/main.ts"],
    outfile: "/app/dist/main.js",
    bundle: true,
    write: false,
    minify: true,
    format: "iife",
    sourcemap: "linked",
    logLevel: "silent",
    plugins: [
      {
        name: "memory",
        setup: ({ onResolve, onLoad }) => {
          onResolve({ filter: /.*/ }, ({ path }) => ({
            path: path.startsWith("./") ? `/app/src/${path.slice(2)}.ts` : path,
          }));
          onLoad({ filter: /.*/ }, ({ path }) => ({ contents: SOURCES[path] ?? "", loader: "ts" }));
        },
      },
    ],
    ...options,
  });
  const find = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? "";
  return { script: find("main.js"), map: find(".map") };
}

/** The stack of what a script throws when it runs under that address. */
export function stackOf(script: string, url: string): string {
  try {
    runInNewContext(script, { console: { log: () => undefined } }, { filename: url });
  } catch (error) {
    return onlyOf((error as Error).stack ?? "", url);
  }
  throw new Error("the script did not fail");
}

/** Without the source line that Node puts in front and its own frames. */
function onlyOf(stack: string, url: string): string {
  const lines = stack.split("\n");
  const message = lines.findIndex((line) => /^\w*Error:/.test(line));
  return lines
    .filter((line, index) => index === message || (line.startsWith("    at ") && line.includes(url)))
    .join("\n");
}

export interface Served {
  text: string;
  headers?: Record<string, string>;
}

/** A server with these files; `asked` tells what it was asked for. */
export function serve(files: Record<string, Served | string | Error>): { read: ReadText; asked: string[] } {
  const asked: string[] = [];
  const read: ReadText = async (url, { signal }) => {
    asked.push(url);
    const file = files[url.replace(ORIGIN, "")];
    if (file instanceof Error) throw file;
    if (file === undefined) return null;
    signal.throwIfAborted();
    const { text, headers } = typeof file === "string" ? { text: file, headers: {} } : file;
    return { text, bytes: new TextEncoder().encode(text).length, headers: new Headers(headers) };
  };
  return { read, asked };
}
