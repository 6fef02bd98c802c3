// From an error in a parcel to the update of its entry, with bundles and stacks that are real.
import { beforeEach, expect, test, vi } from "vitest";
import type { Parcel } from "../../../src/shared/messages.js";
import type { ReadText } from "../../../src/worker/snippets/readText.js";
import { ERROR_CONTEXT_MS, SourceSnippets } from "../../../src/worker/snippets/sourceSnippets.js";
import { bundle, ORIGIN, type Served, serve, stackOf } from "./builds.js";
import { loaded } from "./loadedScripts.js";
import {
  both,
  EXACT,
  linked,
  PAGE,
  parcelOf,
  scripts,
  setUp,
  snippetsFor,
  stack,
  URL_OF_SCRIPT,
  withMap,
} from "./searches.js";

vi.mock("../../../src/worker/tabs/askProbe.js", async () => {
  const { loaded } = await import("./loadedScripts.js");
  return { askProbe: async () => loaded.scripts };
});

beforeEach(() => {
  loaded.scripts = scripts("/main.js", "http://cdn.test/x.js");
});

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
