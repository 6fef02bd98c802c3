// How long the search for the snippets of one error may take, step by step.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { ReadText } from "../../../src/worker/snippets/readText.js";
import { SNIPPET_EXTRACTION_MS, searchSnippets } from "../../../src/worker/snippets/snippetsOf.js";
import {
  SOURCE_FILE_WAIT_MS,
  type SourceDocument,
  type SourceFile,
} from "../../../src/worker/snippets/sourceFile.js";
import { SourceFiles } from "../../../src/worker/snippets/sourceFiles.js";
import { ORIGIN, serve } from "./builds.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LIBRARY = `${ORIGIN}/node_modules/lib/lib.js`;
const APPLICATION = `${ORIGIN}/src/app.js`;
const UNDER_A_LIBRARY = [
  "Error: no",
  ...[1, 2, 3].map((line) => `    at f (${LIBRARY}:${line}:1)`),
  ...[1, 2, 3].map((line) => `    at g (${APPLICATION}:${line}:1)`),
].join("\n");

const errorWith = (stack: string) => ({ id: "a.1", stack, url: `${ORIGIN}/` }) as never;

function documentWith(...urls: string[]): SourceDocument {
  const scripts = async () => urls.map((url) => ({ url: ORIGIN + url, bytes: 0 }));
  return { id: "d1", origin: ORIGIN, urls: [`${ORIGIN}/`], seenMs: Date.now(), scripts, newest: new Map() };
}

/** The number of snippets. The first use of the file's text takes so long, as decoding does. */
async function countIn(path: string, text: string, stack: string, ms: number): Promise<number> {
  const { read } = serve({ [path]: text });
  let leftMs = ms;
  const heavy: ReadText = async (url, options) => {
    const file = await read(url, options);
    return (
      file && {
        ...file,
        get text() {
          vi.advanceTimersByTime(leftMs);
          leftMs = 0;
          return text;
        },
      }
    );
  };
  const search = searchSnippets(errorWith(stack), documentWith(path), new SourceFiles(heavy));
  await vi.runAllTimersAsync();
  await search.finished;
  return search.found().length;
}

test("extraction stops after its time, which is that of all frames together", async () => {
  let located = 0;
  const file: SourceFile = {
    url: LIBRARY,
    lines: ["a();", "b();", "c();"],
    isDocument: false,
    chars: 0,
    isWhole: true,
    get map() {
      located++;
      vi.advanceTimersByTime(SNIPPET_EXTRACTION_MS / 4);
      return null;
    },
  };
  const libraries = UNDER_A_LIBRARY.replaceAll("/src/", "/node_modules/");
  const files = { get: async () => file } as unknown as SourceFiles;
  const { finished, found } = searchSnippets(errorWith(libraries), documentWith(), files);
  await finished;
  expect(located).toBe(4);
  expect(found()).toHaveLength(3);
});

// ERR-08
test.each([
  ["used", 0, 1],
  ["not used if that takes too long", SOURCE_FILE_WAIT_MS + 1, 0],
])("a module run by eval is read from its bundle and %s", async (_, ms, count) => {
  const literal = JSON.stringify("pay();\n\n//# sourceURL=webpack:///./src/cart.js?");
  const bundle = `var modules = {\n"m": () => {\neval(${literal});\n}};\n`;
  const stack = "Error: no\n    at pay (webpack:///./src/cart.js?:1:1)";
  expect(await countIn("/main.js", bundle, stack, ms)).toBe(count);
});

// ERR-08
test.each([
  ["used", 0, 1],
  ["not used if that takes too long", SOURCE_FILE_WAIT_MS + 1, 0],
])("a module that Turbopack replaced is read from its chunk and %s", async (_, ms, count) => {
  const path = "/_next/static/chunks/a.js";
  const chunk = '(push)([0,\n"page.jsx", ((context) => {\n  pay();\n}),\n]);';
  const stack = `Error: no\n    at pay (${ORIGIN}${path}?id=page.jsx:3:3)`;
  expect(await countIn(path, chunk, stack, ms)).toBe(count);
});

// ERR-08
test("a script whose map never comes has its own lines, also on a busy machine", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(), ms);
    return controller.signal;
  });
  const { read } = serve({ "/src/app.js": "pay();\n//# sourceMappingURL=app.js.map" });
  const withoutMap: ReadText = (url, options) =>
    url.endsWith(".map")
      ? new Promise((_, reject) => {
          options.signal.addEventListener("abort", () => setTimeout(reject, 100));
        })
      : read(url, options);
  const stack = `Error: no\n    at pay (${APPLICATION}:1:1)`;
  const search = searchSnippets(errorWith(stack), documentWith("/src/app.js"), new SourceFiles(withoutMap));
  await vi.runAllTimersAsync();
  await search.finished;
  expect(search.found()).toHaveLength(1);
  timeout.mockRestore();
});

test("what has been found is there while deeper frames are still looked for", async () => {
  const { read } = serve({ "/node_modules/lib/lib.js": "a();\nb();\nc();" });
  const endless: ReadText = (url, options) =>
    url === APPLICATION ? new Promise<never>(() => undefined) : read(url, options);
  const files = new SourceFiles(endless);
  const { finished, found } = searchSnippets(errorWith(UNDER_A_LIBRARY), documentWith(), files);
  const isFinished = vi.fn();
  void finished.then(isFinished);
  await vi.advanceTimersByTimeAsync(1);
  expect(isFinished).not.toHaveBeenCalled();
  expect(found().map(({ file, line }) => [file, line])).toEqual([1, 2, 3].map((line) => [LIBRARY, line]));
});
