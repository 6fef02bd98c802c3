// Source lines of modules that a bundler evaluates or replaces while the page runs.
import { beforeEach, expect, test, vi } from "vitest";
import { MAX_PAGE_SCRIPTS } from "../../../src/worker/snippets/evaluatedModules.js";
import { ERROR_CONTEXT_MS } from "../../../src/worker/snippets/sourceSnippets.js";
import { bundle, CART_LINES, ORIGIN, stackOf } from "./builds.js";
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
} from "./searches.js";

vi.mock("../../../src/worker/tabs/askProbe.js", async () => {
  const { loaded } = await import("./loadedScripts.js");
  return { askProbe: async () => loaded.scripts };
});

beforeEach(() => {
  loaded.scripts = scripts("/main.js", "http://cdn.test/x.js");
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

test("after more hot updates than are searched, the bundle is read again", async () => {
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
