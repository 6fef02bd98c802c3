// What is read once, what is read again, and what is not waited for.
import { beforeEach, expect, test, vi } from "vitest";
import type { Parcel } from "../../../src/shared/messages.js";
import type { ReadText } from "../../../src/worker/snippets/readText.js";
import { SOURCE_FILE_WAIT_MS } from "../../../src/worker/snippets/sourceFile.js";
import { MAX_SOURCE_FILES, SOURCE_FILES_CHARS } from "../../../src/worker/snippets/sourceFiles.js";
import { ERROR_CONTEXT_MS, SourceSnippets } from "../../../src/worker/snippets/sourceSnippets.js";
import { ORIGIN, type Served, serve } from "./builds.js";
import { loaded } from "./loadedScripts.js";
import { both, EXACT, linked, PAGE, parcelOf, scripts, setUp, stack, URL_OF_SCRIPT } from "./searches.js";

vi.mock("../../../src/worker/tabs/askProbe.js", async () => {
  const { loaded } = await import("./loadedScripts.js");
  return { askProbe: async () => loaded.scripts };
});

beforeEach(() => {
  loaded.scripts = scripts("/main.js", "http://cdn.test/x.js");
});

test("the same entry with more in it is not looked up again", async () => {
  const { snippets, sent } = setUp(both);
  snippets.consider(PAGE, parcelOf(stack));
  snippets.consider(PAGE, parcelOf(stack, { _componentAncestry: {} }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(sent).toHaveLength(1);
});

// ERR-09
test("a script is read once for each document", async () => {
  const { snippets, asked } = setUp(both);
  snippets.consider(PAGE, parcelOf(stack));
  snippets.consider(PAGE, parcelOf(stack, { id: "a.2" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  // The last one shows that the map is of the same build.
  expect(asked).toEqual([URL_OF_SCRIPT, `${URL_OF_SCRIPT}.map`, URL_OF_SCRIPT]);
  snippets.consider({ ...PAGE, documentId: "d2" }, parcelOf(stack, { id: "a.3" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(asked).toHaveLength(6);
});

test("a map that could not be read is tried again at the next error", async () => {
  const files: Record<string, Served | string | Error> = { ...both, "/dist/main.js.map": new Error("reset") };
  const { snippets, sent } = setUp(files);
  snippets.consider(PAGE, parcelOf(stack));
  await snippets.settled(ERROR_CONTEXT_MS);
  files["/dist/main.js.map"] = linked.map;
  snippets.consider(PAGE, parcelOf(stack, { id: "a.2" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(JSON.parse(sent[1]?.events ?? "")._sourceSnippets[0]).toEqual(EXACT);
});

test.each([
  ["many files", MAX_SOURCE_FILES, ""],
  ["few large files", 1, `\n/*${" ".repeat(SOURCE_FILES_CHARS)}*/`],
])("the cache does not keep %s forever", async (_, count, filler) => {
  const files = Object.fromEntries(
    Array.from({ length: count + 1 }, (_, index) => [`/${index}.js`, `f();${filler}`]),
  );
  const { snippets, asked } = setUp(files);
  for (const [index, path] of [...Object.keys(files), "/0.js"].entries()) {
    snippets.consider(PAGE, parcelOf(`Error: no\n    at f (${ORIGIN}${path}:1:1)`, { id: `a.${index}` }));
    await snippets.settled(ERROR_CONTEXT_MS);
  }
  expect(asked.filter((url) => url.endsWith("/0.js"))).toHaveLength(2);
});

test("a file that never comes ends the search in time, and the entry stays as it is", async () => {
  vi.useFakeTimers();
  const sent: Parcel[] = [];
  const read = () => new Promise<never>(() => undefined);
  const snippets = new SourceSnippets({ deliver: (_tab, parcel) => sent.push(parcel), client: "w", read });
  snippets.consider(PAGE, parcelOf(stack));
  const settled = snippets.settled(2 * ERROR_CONTEXT_MS);
  await vi.advanceTimersByTimeAsync(ERROR_CONTEXT_MS);
  await settled;
  expect(sent).toEqual([]);
  vi.useRealTimers();
});

test("a file that takes too long costs its own lines and no others", async () => {
  vi.useFakeTimers();
  const { read } = serve(both);
  const sent: Parcel[] = [];
  const snippets = new SourceSnippets({
    deliver: (_tab, parcel) => sent.push(parcel),
    client: "w",
    read: (url, options) =>
      url.endsWith("/slow.js") ? new Promise<never>(() => undefined) : read(url, options),
  });
  snippets.consider(PAGE, parcelOf(`${stack}\n    at slow (${ORIGIN}/slow.js:1:1)`));
  const settled = snippets.settled(2 * ERROR_CONTEXT_MS);
  await vi.advanceTimersByTimeAsync(ERROR_CONTEXT_MS);
  await settled;
  vi.useRealTimers();
  expect(JSON.parse(sent[0]?.events ?? "{}")._sourceSnippets?.[0]).toEqual(EXACT);
});

/** Files that arrive so long after they were asked for. */
function delayed(files: Record<string, string>, delays: Record<string, number>) {
  const { read } = serve(files);
  const sent: Parcel[] = [];
  const late: ReadText = async (url, options) => {
    const ms = delays[url.replace(ORIGIN, "")] ?? 0;
    if (ms > 0) await new Promise((resolve) => setTimeout(resolve, ms));
    return read(url, { ...options, signal: new AbortController().signal });
  };
  const snippets = new SourceSnippets({ deliver: (_, parcel) => sent.push(parcel), client: "w", read: late });
  return { snippets, sent };
}

const OTHER_SCRIPT = `${ORIGIN}/dist/other.js`;
const twoFiles = { ...both, "/dist/other.js": linked.script, "/dist/other.js.map": linked.map };
const twoFrames = `${stack.split("\n").slice(0, 2).join("\n")}\n    at other (${OTHER_SCRIPT}:1:20)`;

test.each([
  ["a file that is later than 2 s", SOURCE_FILE_WAIT_MS + 1],
  ["a file that never comes", 10 * ERROR_CONTEXT_MS],
])("%s is skipped, and the snippets of the others are sent within 3 s", async (_, ms) => {
  vi.useFakeTimers();
  try {
    const { snippets, sent } = delayed(twoFiles, { "/dist/other.js": ms });
    snippets.consider(PAGE, parcelOf(twoFrames));
    await vi.advanceTimersByTimeAsync(ERROR_CONTEXT_MS);
    expect(sent).toHaveLength(1);
    expect(JSON.parse(sent[0]?.events ?? "")._sourceSnippets).toEqual([EXACT]);
  } finally {
    vi.useRealTimers();
  }
});

test("a map that takes too long to decode is used for the next error only", async () => {
  vi.useFakeTimers();
  try {
    const sent: Parcel[] = [];
    const { read } = serve(both);
    const heavy: ReadText = async (url, options) => {
      const file = await read(url, { ...options, signal: new AbortController().signal });
      if (file === null || !url.endsWith(".map")) return file;
      // Stands for the time that decoding takes: it is spent when the text is used.
      const spend = () => vi.advanceTimersByTime(SOURCE_FILE_WAIT_MS + 1);
      return {
        headers: file.headers,
        bytes: file.bytes,
        get text() {
          spend();
          return file.text;
        },
      };
    };
    const snippets = new SourceSnippets({
      deliver: (_, parcel) => sent.push(parcel),
      client: "w",
      read: heavy,
    });
    snippets.consider(PAGE, parcelOf(stack));
    await vi.advanceTimersByTimeAsync(ERROR_CONTEXT_MS);
    expect(sent).toEqual([]);
    snippets.consider(PAGE, parcelOf(stack, { id: "a.2" }));
    await vi.advanceTimersByTimeAsync(1);
    const update = JSON.parse(sent[0]?.events ?? "");
    expect([update.id, update._sourceSnippets[0]]).toEqual(["a.2", EXACT]);
  } finally {
    vi.useRealTimers();
  }
});
