// From an error in a parcel to the update of its entry, with bundles and stacks that are real.
import { beforeEach, expect, test, vi } from "vitest";
import type { SourceSnippet } from "../../../src/generated/wire.js";
import type { Parcel } from "../../../src/shared/messages.js";
import { MAX_PAGE_SCRIPTS } from "../../../src/worker/snippets/evaluatedModules.js";
import type { ReadText } from "../../../src/worker/snippets/readText.js";
import { SOURCE_FILE_WAIT_MS } from "../../../src/worker/snippets/sourceFile.js";
import { MAX_SOURCE_FILES, SOURCE_FILES_CHARS } from "../../../src/worker/snippets/sourceFiles.js";
import {
  ERROR_CONTEXT_MS,
  type ErrorPage,
  SourceSnippets,
} from "../../../src/worker/snippets/sourceSnippets.js";
import { bundle, CART_LINES, ORIGIN, type Served, serve, stackOf } from "./builds.js";

const loaded = vi.hoisted(() => ({ scripts: [] as { url: string; bytes: number }[] }));
vi.mock("../../../src/worker/tabs/askProbe.js", () => ({ askProbe: async () => loaded.scripts }));

beforeEach(() => {
  loaded.scripts = scripts("/main.js", "http://cdn.test/x.js");
});

/** As the page lists them, of unknown size. */
function scripts(...urls: string[]) {
  return urls.map((url) => ({ url: new URL(url, ORIGIN).href, bytes: 0 }));
}

const URL_OF_SCRIPT = `${ORIGIN}/dist/main.js`;
const PAGE: ErrorPage = {
  tabId: 7,
  isTop: true,
  documentId: "d1",
  origin: ORIGIN,
  url: `${ORIGIN}/`,
  seenMs: Date.now(),
};
const EXACT = { file: "src/cart.ts", line: 9, column: 26, function: "totalOfCart", snippet: CART_LINES };

function parcelOf(stack: string, more: Record<string, unknown> = {}): Parcel {
  const events = JSON.stringify({
    id: "a.1",
    type: "exception",
    level: "error",
    message: "no",
    stack,
    ...more,
  });
  return { stream: "logs", events, count: 1, errors: 1, client: "page", seq: 3 };
}

function setUp(files: Record<string, Served | string | Error>) {
  const { read, asked } = serve(files);
  const sent: Parcel[] = [];
  const snippets = new SourceSnippets({
    deliver: (_tab, parcel) => sent.push(parcel),
    client: "worker-1",
    read,
  });
  return { snippets, sent, asked };
}

async function snippetsFor(
  files: Record<string, Served | string | Error>,
  stack: string,
  page: Partial<ErrorPage> = {},
): Promise<SourceSnippet[]> {
  const { snippets, sent } = setUp(files);
  snippets.consider({ ...PAGE, ...page }, parcelOf(stack));
  await snippets.settled(ERROR_CONTEXT_MS);
  return sent.length === 0 ? [] : JSON.parse(sent[0]?.events ?? "")._sourceSnippets;
}

const linked = await bundle();
const stack = stackOf(linked.script, URL_OF_SCRIPT);
const both = { "/dist/main.js": linked.script, "/dist/main.js.map": linked.map };

function withMap(change: (map: Record<string, unknown>) => unknown) {
  return { ...both, "/dist/main.js.map": JSON.stringify(change(JSON.parse(linked.map))) };
}

test("the update names the same entry and has the exact place and lines", async () => {
  const { snippets, sent } = setUp(both);
  snippets.consider(PAGE, parcelOf(stack));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(sent).toMatchObject([{ stream: "logs", client: "worker-1", seq: 0, count: 1, errors: 0 }]);
  const update = JSON.parse(sent[0]?.events ?? "");
  expect(Object.keys(update)).toEqual(["id", "_sourceSnippets"]);
  expect(update.id).toBe("a.1");
  expect(update._sourceSnippets[0]).toEqual(EXACT);
  expect(update._sourceSnippets[1]).toMatchObject({ file: "src/main.ts", line: 4, column: 15 });
});

test.each([
  ["an inline map", async () => ({ "/dist/main.js": (await bundle({ sourcemap: "inline" })).script })],
  [
    "a map named by a header",
    async () => {
      const { script, map } = await bundle({ sourcemap: "external" });
      return { "/dist/main.js": { text: script, headers: { SourceMap: "/maps/m" } }, "/maps/m": map };
    },
  ],
  [
    "an indexed map",
    async () => {
      const sections = [{ offset: { line: 0, column: 0 }, map: JSON.parse(linked.map) }];
      return { ...both, "/dist/main.js.map": JSON.stringify({ version: 3, sections }) };
    },
  ],
  [
    "a source root",
    async () =>
      withMap((map) => ({
        ...map,
        sourceRoot: "webpack://shop/./",
        sources: ["src/cart.ts", "src/main.ts"],
      })),
  ],
  [
    "webpack's addresses",
    async () =>
      withMap((map) => ({
        ...map,
        sources: ["webpack://shop/./src/cart.ts", "webpack://shop/./src/main.ts"],
      })),
  ],
  ["a map that no script may include", async () => ({ ...both, "/dist/main.js.map": `)]}'\n${linked.map}` })],
  [
    "lines that end as on Windows",
    async () =>
      withMap((map) => ({
        ...map,
        sourcesContent: (map.sourcesContent as string[]).map((text) => text.replaceAll("\n", "\r\n")),
      })),
  ],
])("with %s the place is exact", async (_, files) => {
  const served = (await files()) as Record<string, Served | string>;
  const main = served["/dist/main.js"];
  const own = stackOf(typeof main === "string" ? main : (main?.text ?? ""), URL_OF_SCRIPT);
  expect((await snippetsFor(served, own))[0]).toEqual(EXACT);
});

test.each<[string, Record<string, Served | string | Error>]>([
  ["is missing", { "/dist/main.js": linked.script }],
  ["cannot be read", { ...both, "/dist/main.js.map": new Error("reset") }],
  ["is no JSON", { ...both, "/dist/main.js.map": "<!doctype html>" }],
  ["is null", { ...both, "/dist/main.js.map": "null" }],
  ["has no text of its sources", withMap(({ sourcesContent: _, ...map }) => map)],
  ["has too few lines of them", withMap((map) => ({ ...map, sourcesContent: ["one line", "one line"] }))],
  ["has no sources", withMap((map) => ({ ...map, sources: [] }))],
  ["points before the first line", withMap((map) => ({ ...map, mappings: "AADD" }))],
  ["has mappings that are none", withMap((map) => ({ ...map, mappings: 7 }))],
  [
    "is on another origin",
    {
      "/dist/main.js": linked.script.replace("=main.js.map", "=http://cdn.test/main.js.map"),
      "http://cdn.test/main.js.map": linked.map,
    },
  ],
])("when the map %s, the generated line around the column is shown", async (_, files) => {
  const [first] = await snippetsFor(files, stack);
  expect(first).toMatchObject({ file: URL_OF_SCRIPT, line: 1, isGenerated: true });
  const [line, ...more] = first?.snippet ?? [];
  expect(line).toMatchObject({ line: 1, isError: true });
  expect(line?.text).toContain(".price.amount");
  expect(more.every(({ text }) => text.length <= 200)).toBe(true);
});

test.each([
  ["of another origin", "http://cdn.test/main.js", {}],
  ["of a blob", `blob:${ORIGIN}/0-1`, {}],
  ["of a frame without an origin", URL_OF_SCRIPT, { origin: "null" }],
])("nothing is read for a script %s", async (_, url, page) => {
  const { snippets, sent, asked } = setUp(both);
  snippets.consider({ ...PAGE, ...page }, parcelOf(stack.replaceAll(URL_OF_SCRIPT, url)));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect([sent, asked]).toEqual([[], []]);
});

test("cookies go to the page's own scheme, host and port alone", async () => {
  const elsewhere = ["http://localhost:3001", "https://localhost:3000", "http://127.0.0.1:3000"];
  loaded.scripts = scripts("/dist/main.js", ...elsewhere.map((origin) => `${origin}/x.js`));
  const frames = elsewhere.map((origin, line) => `    at f${line} (${origin}/x.js:1:${line + 1})`);
  const mapped = elsewhere.map((origin, number) => [
    `/dist/${number}.js`,
    linked.script.replace("=main.js.map", `=${origin}/main.js.map`),
  ]);
  const own = mapped.map(([path]) => `    at g (${ORIGIN}${path}:1:1)`);
  const asked = new Map<string, RequestCredentials>();
  const { read } = serve({ ...both, ...Object.fromEntries(mapped) });
  const noting: ReadText = (url, options) => {
    asked.set(url, options.credentials);
    return read(url, options);
  };
  const snippets = new SourceSnippets({ deliver: () => undefined, client: "w", read: noting });
  const stacks = [
    [stack, ...frames],
    ["Error: no", ...own],
    ["Error: no", ...frames],
  ];
  for (const [number, lines] of stacks.entries()) {
    snippets.consider(PAGE, parcelOf(lines.join("\n"), { id: `a.${number}` }));
  }
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(asked.get(`${URL_OF_SCRIPT}.map`)).toBe("include");
  expect([...asked.keys()].filter((url) => new URL(url).origin !== ORIGIN)).toEqual([]);
  expect(mapped.map(([path]) => asked.has(`${ORIGIN}${path}`))).toEqual([true, true, true]);
});

test.each<[string, Served]>([
  ["is another one by now", { text: `const more = 1;\n${linked.script}` }],
  ["is shorter than the frame says", { text: "f();" }],
  [
    "is the start page by now",
    { text: linked.script, headers: { "Content-Type": "text/html; charset=utf-8" } },
  ],
  [
    "was rebuilt after the page was loaded",
    {
      text: linked.script,
      headers: { Date: "Thu, 01 Jan 2026 00:10:00 GMT", "Last-Modified": "Thu, 01 Jan 2026 00:09:00 GMT" },
    },
  ],
])("a script that %s gives no lines rather than wrong ones", async (_, script) => {
  const seenMs = Date.now() - 300_000;
  expect(await snippetsFor({ ...both, "/dist/main.js": script }, stack, { seenMs })).toEqual([]);
});

test("a map of the next build is not used when the server rebuilds between a script and its map", async () => {
  const versions = [linked.script, `const more = 1;\n${linked.script}`];
  const { snippets, sent } = setUp({
    get "/dist/main.js"() {
      return versions.shift() ?? "";
    },
    "/dist/main.js.map": linked.map,
  });
  snippets.consider(PAGE, parcelOf(stack));
  await snippets.settled(ERROR_CONTEXT_MS);
  const [found] = JSON.parse(sent[0]?.events ?? "{}")._sourceSnippets;
  expect(found).toMatchObject({ file: URL_OF_SCRIPT, isGenerated: true });
});

test("a script that is older than the page is the one that ran", async () => {
  const headers = { Date: "Thu, 01 Jan 2026 00:10:00 GMT", "Last-Modified": "Thu, 01 Jan 2026 00:01:00 GMT" };
  const files = { ...both, "/dist/main.js": { text: linked.script, headers } };
  expect((await snippetsFor(files, stack, { seenMs: Date.now() - 300_000 }))[0]).toEqual(EXACT);
});

test("under three frames of a library the application's own is the third", async () => {
  const lines = [
    "function a() { b(); }",
    "function b() { c(); }",
    "function c() { d(); }",
    "function d() { e(); }",
  ];
  const library = `${ORIGIN}/node_modules/lib/lib.js`;
  const app = `${ORIGIN}/src/app.js`;
  const found = await snippetsFor(
    { "/node_modules/lib/lib.js": lines.join("\n"), "/src/app.js": "\nstart();" },
    [
      "Error: no",
      ...[4, 3, 2, 1].map((line) => `    at f (${library}:${line}:16)`),
      `    at ${app}:2:1`,
    ].join("\n"),
  );
  expect(found.map(({ file, line }) => [file, line])).toEqual([
    [library, 4],
    [library, 3],
    [app, 2],
  ]);
});

test("a module that webpack runs by eval is found in the bundle", async () => {
  const { script } = await bundle({ sourcemap: "inline" });
  const url = "webpack-internal:///./src/main.ts";
  const literal = JSON.stringify(`{${script.trimEnd()}\n//# sourceURL=${url}\n\n}`);
  const main = `var modules = {\n"./src/main.ts": () => {\neval(${literal});\n}};\n`;
  const found = await snippetsFor({ "/main.js": main }, stackOf(`{${script}`.replace(/\n/, "}\n"), url));
  expect(found[0]).toMatchObject({ line: 9, column: 26, function: "totalOfCart", snippet: CART_LINES });
});

/** A module as webpack writes it for `devtool: "eval"`. */
function evaluated(url: string, code: string): string {
  return `var modules = {\n"m": () => {\neval(${JSON.stringify(`${code}\n\n//# sourceURL=${url}?`)});\n}};\n`;
}

const EVAL_STACK = "Error: no\n    at pay (webpack:///./src/cart.js?:2:3)";

async function evaluatedLine(files: Record<string, string>): Promise<string | undefined> {
  const found = await snippetsFor(files, EVAL_STACK);
  return found[0]?.snippet.find(({ isError }) => isError)?.text;
}

test("of a module that hot updates replaced, the newest one that the page loaded is shown", async () => {
  loaded.scripts = scripts(
    "/main.js",
    "/main.1.hot-update.js",
    "/main.2.hot-update.js",
    "/main.3.hot-update.js",
  );
  const url = "webpack:///./src/cart.js";
  const files = {
    "/main.js": evaluated(url, "//\n  first()"),
    "/main.1.hot-update.js": evaluated(url, "//\n  second()"),
    "/main.2.hot-update.js": evaluated(url, "//\n  third()"),
    "/main.3.hot-update.js": evaluated("webpack:///./src/other.js", "//\n  other()"),
  };
  expect(await evaluatedLine(files)).toBe("  third()");
});

test("an error before and one after a hot update have the lines of their own version", async () => {
  const url = "webpack:///./src/cart.js";
  const { snippets, sent } = setUp({
    "/main.js": evaluated(url, "//\n  first()"),
    "/main.1.hot-update.js": evaluated(url, "//\n  second()"),
  });
  snippets.consider(PAGE, parcelOf(EVAL_STACK));
  await snippets.settled(ERROR_CONTEXT_MS);
  loaded.scripts = scripts("/main.js", "/main.1.hot-update.js");
  snippets.consider(PAGE, parcelOf(EVAL_STACK, { id: "a.2" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  const lines = sent.map(({ events }) => JSON.parse(events)._sourceSnippets[0].snippet[1].text);
  expect(lines).toEqual(["  first()", "  second()"]);
});

test("after more hot updates than are searched, the bundle is read anew", async () => {
  const updates = Array.from({ length: MAX_PAGE_SCRIPTS + 1 }, (_, index) => `/main.${index}.hot-update.js`);
  const url = "webpack:///./src/cart.js";
  const files: Record<string, string> = { "/main.js": evaluated(url, "//\n  first()") };
  for (const update of updates) files[update] = evaluated("webpack:///./src/other.js", "");
  const { snippets, sent } = setUp(files);
  snippets.consider(PAGE, parcelOf(EVAL_STACK));
  await snippets.settled(ERROR_CONTEXT_MS);
  files["/main.js"] = evaluated(url, "//\n  second()");
  loaded.scripts = scripts("/main.js", ...updates);
  snippets.consider(PAGE, parcelOf(EVAL_STACK, { id: "a.2" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(JSON.parse(sent[1]?.events ?? "")._sourceSnippets[0].snippet[1].text).toBe("  second()");
});

test("a script that is not as long as the one that the page loaded gives no lines", async () => {
  const size = new TextEncoder().encode(linked.script).length;
  loaded.scripts = [{ url: URL_OF_SCRIPT, bytes: size + 1 }];
  expect(await snippetsFor(both, stack)).toEqual([]);
  loaded.scripts = [{ url: URL_OF_SCRIPT, bytes: size }];
  expect((await snippetsFor(both, stack))[0]).toEqual(EXACT);
});

test.each([
  ["is shown although Vite has stamped an import since", 16, 1],
  ["is not shown when more was added than the stamp", 17, 0],
  ["is not shown when more was added than there are stamps", 32, 0],
])("a module %s", async (_, added, shown) => {
  const text = 'import "/b.js?t=1700000000000";\npay();\n';
  loaded.scripts = [{ url: `${ORIGIN}/a.js`, bytes: text.length - added }];
  const found = await snippetsFor({ "/a.js": text }, `Error: no\n    at ${ORIGIN}/a.js:2:1`);
  expect(found).toHaveLength(shown);
});

test("a module that Turbopack replaced is found in its chunk", async () => {
  const id = "[project]/app/page.jsx [app-client] (ecmascript)";
  const code = '((context) => {\n"use strict";\n\n  pay();\n}),';
  const chunk = `(push)([0,\n"[project]/a.js [app-client]", ((context) => {\n}),\n${JSON.stringify(id)}, ${code}\n]);`;
  const address = `${ORIGIN}/_next/static/chunks/_0a._.js`;
  const query = "?id=%255Bproject%255D/app/page.jsx+%255Bapp-client%255D+(ecmascript)";
  const found = await snippetsFor(
    { "/_next/static/chunks/_0a._.js": chunk },
    `Error: no\n    at pay (${address}${query}:4:3)`,
  );
  expect(found[0]?.snippet.find(({ isError }) => isError)?.text).toBe("  pay();");
});

test("console.error with an error is looked up as an exception is", async () => {
  const { snippets, sent } = setUp(both);
  const args = ["Unhandled error", { name: "TypeError", message: "no", stack }];
  snippets.consider(PAGE, parcelOf("", { type: "console", args }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(JSON.parse(sent[0]?.events ?? "")._sourceSnippets[0]).toEqual(EXACT);
});

test.each([
  ["is a count of an error that was here", parcelOf(stack, { _aggregatedCount: 2 })],
  ["is no error", parcelOf(stack, { type: "console", level: "warn", args: [] })],
  ["has no id", parcelOf(stack, { id: "" })],
  ["is of another stream", { ...parcelOf(stack), stream: "network" as const }],
  ["is no JSON", { ...parcelOf(stack), events: "{" }],
  ["is null", { ...parcelOf(stack), events: "null" }],
])("nothing is read for what %s", async (_, parcel) => {
  const { snippets, asked } = setUp(both);
  snippets.consider(PAGE, parcel);
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(asked).toEqual([]);
});

test("the same entry with more in it is not looked up again", async () => {
  const { snippets, sent } = setUp(both);
  snippets.consider(PAGE, parcelOf(stack));
  snippets.consider(PAGE, parcelOf(stack, { _componentAncestry: {} }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(sent).toHaveLength(1);
});

// ERR-09
test("a script is read once for a document, and anew for the next", async () => {
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

test("an inline script's page is asked for without cookies, and only where it is developed", async () => {
  const read = vi.fn(async () => ({ text: "<script>\nf();\n</script>", bytes: 0, headers: new Headers() }));
  const sent: Parcel[] = [];
  const snippets = new SourceSnippets({ deliver: (_tab, parcel) => sent.push(parcel), client: "w", read });
  snippets.consider(PAGE, parcelOf(`Error: no\n    at f (${ORIGIN}/:2:1)`));
  const far = { ...PAGE, origin: "https://shop.test", url: "https://shop.test/cart#top" };
  snippets.consider(far, parcelOf("Error: no\n    at f (https://shop.test/cart:2:1)", { id: "a.2" }));
  await snippets.settled(ERROR_CONTEXT_MS);
  expect(read.mock.calls).toEqual([[`${ORIGIN}/`, expect.objectContaining({ credentials: "omit" })]]);
  expect(JSON.parse(sent[0]?.events ?? "")._sourceSnippets).toMatchObject([
    { file: `${ORIGIN}/`, line: 2, isGenerated: true },
  ]);
});

test("of a handler in an attribute nothing is said: its lines are counted differently", async () => {
  const stackOfHandler = `Error: no\n    at HTMLButtonElement.onclick (${ORIGIN}/:1:1)`;
  expect(await snippetsFor({ "/": "<button onclick='f()'>" }, stackOfHandler)).toEqual([]);
});

test("of a property of a call's result the line of the property is shown", async () => {
  const source = "export const name = user()\n  .profile;\n";
  const script = "x=u().profile\n//# sourceMappingURL=a.js.map";
  // `x=`, `u()` and `profile` are mapped, the dot is not.
  const map = {
    version: 3,
    sources: ["a.ts"],
    sourcesContent: [source],
    names: [],
    mappings: "AAAO,EAAa,IACjB",
  };
  const files = { "/a.js": script, "/a.js.map": JSON.stringify(map) };
  const [found] = await snippetsFor(files, `TypeError: no\n    at ${ORIGIN}/a.js:1:6`);
  expect(found).toMatchObject({ file: "a.ts", line: 2 });
});

test("with a map that knows lines only the column is found where the code is the same", async () => {
  const source = "function pay(order) {\n  return order.price.amount;\n}\n";
  const map = {
    version: 3,
    sources: ["a.js"],
    sourcesContent: [source],
    names: [],
    mappings: ";AAAA;AACA;AACA",
  };
  const files = { "/a.js": `// Header\n${source}//# sourceMappingURL=m`, "/m": JSON.stringify(map) };
  const [found] = await snippetsFor(files, `TypeError: no\n    at pay (${ORIGIN}/a.js:3:22)`);
  expect(found).toMatchObject({ file: "a.js", line: 2, column: 22, function: "pay" });
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
          return (spend(), file.text);
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
