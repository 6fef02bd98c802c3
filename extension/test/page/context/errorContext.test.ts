// What is added to an error: when, how much, and that no page can make it harmful.
import { expect, test } from "vitest";
import { COMPONENT_DEPTH, MAX_COMPONENT_PROP_KEYS } from "../../../src/generated/limits.js";
import type { PartRequest } from "../../../src/shared/messages.js";
import { DEFAULTS, type Settings } from "../../../src/shared/settings.js";
import { type Entry, openPage as openBundle, openCapturedPage, type Page } from "../bundle.js";

const COMPONENT_BYTES = 5 * 1024;
const STATE_BYTES = 5 * 1024;

/** Time stands still: how long a context may take has tests of its own, and this machine may be slow. */
const openPage = () =>
  openBundle({
    prepare: (window) => Object.defineProperty(window.performance, "now", { value: () => 0 }),
  });

const settings = (changes: Partial<Settings> = {}): Settings => ({ ...DEFAULTS, ...changes });

interface Ancestry {
  framework: string;
  components: { name: string; propKeys?: string[]; hasState?: boolean; stateKeys?: string[] }[];
}

/** A focused button of the component `App`; the code may change the fibers before the error is logged. */
const BUTTON = `
  button = document.body.appendChild(document.createElement("button"));
  component = (name, more) => ({ tag: 0, type: { displayName: name }, memoizedProps: {}, ...more });
  put = (fiber) => { button.__reactFiber$1 = fiber; button.focus(); };
  put(component("App"));
`;

function logError(page: Page, code = "", message = "boom"): Entry | undefined {
  page.run(`${BUTTON}; ${code}; console.error(new Error("${message}"))`);
  page.flush();
  return last(page);
}

function last(page: Page): Entry | undefined {
  return page.entries().at(-1);
}

const ancestryOf = (entry: Entry | undefined) => entry?._componentAncestry as Ancestry | undefined;
const namesOf = (entry: Entry | undefined) => ancestryOf(entry)?.components.map(({ name }) => name);

// ERR-16
test("the base error is sent first and alone, the same entry follows with its components", () => {
  const page = openCapturedPage();
  logError(page);
  const [base, whole] = page.entries() as [Entry, Entry];
  expect(base).not.toHaveProperty("_componentAncestry");
  expect(whole).toEqual({
    ...base,
    _componentAncestry: { framework: "react", components: [{ name: "App" }] },
  });
});

test("repeats keep what was added", () => {
  const page = openCapturedPage();
  page.run(`${BUTTON}; same = new Error("again"); for (let i = 0; i < 3; i++) console.error(same)`);
  page.flush();
  expect(last(page)).toMatchObject({
    _aggregatedCount: 3,
    _componentAncestry: { components: [{ name: "App" }] },
  });
});

test("what happens before the settings come is completed by them", () => {
  const page = openPage();
  logError(page);
  expect(page.entries()).toEqual([]);
  page.send({ type: "settings", settings: settings(), captured: true });
  page.flush();
  expect(namesOf(last(page))).toEqual(["App"]);
});

test.each([{ aiContextEnabled: false }, { aiContextComponentTree: false }])("%o: nothing is added", (off) => {
  const page = openPage();
  logError(page);
  page.send({ type: "settings", settings: settings(off), captured: true });
  logError(page, "", "later");
  expect(page.entries()).toHaveLength(2);
  expect(page.entries().filter(ancestryOf)).toEqual([]);
});

test("a logged text is not examined as an error", () => {
  const page = openCapturedPage();
  page.run(`${BUTTON}; console.error("only words")`);
  page.flush();
  expect(page.entries()).toHaveLength(1);
});

// ERR-11
test("of many components the nearest are kept, and of many keys the first", () => {
  const page = openCapturedPage();
  const entry = logError(
    page,
    `let fiber = null;
     for (let i = 0; i < 30; i++) {
       const memoizedProps = Object.fromEntries(Array.from({ length: 50 }, (_, k) => ["p" + k, "a value"]));
       fiber = component("C" + i, { return: fiber, memoizedProps });
     }
     put(fiber)`,
  );
  const components = ancestryOf(entry)?.components ?? [];
  expect(components).toHaveLength(COMPONENT_DEPTH);
  expect(components[0]?.name).toBe("C20");
  expect(components.at(-1)?.name).toBe("C29");
  expect(components[0]?.propKeys).toHaveLength(MAX_COMPONENT_PROP_KEYS);
  expect(JSON.stringify(entry)).not.toContain("a value");
});

test("long names in any script stay within the size", () => {
  const page = openCapturedPage();
  const entry = logError(
    page,
    `let fiber = null;
     for (let i = 0; i < 10; i++) {
       const memoizedProps = Object.fromEntries(Array.from({ length: 20 }, (_, k) => ["🔑".repeat(40) + k, 1]));
       fiber = component("組".repeat(200) + i, { return: fiber, memoizedProps });
     }
     put(fiber)`,
  );
  const ancestry = ancestryOf(entry);
  expect(ancestry?.components.length).toBeGreaterThan(0);
  expect(new TextEncoder().encode(JSON.stringify(ancestry)).length).toBeLessThanOrEqual(COMPONENT_BYTES);
});

test.each([
  ["a getter that throws", "put({ tag: 0, get type() { throw new Error('trap'); } })"],
  ["a cycle", "const loop = component('Loop', { tag: 5, type: 'div' }); loop.return = loop; put(loop)"],
  ["a cycle of hooks", "const hook = {}; hook.next = hook; put(component('Hooks', { memoizedState: hook }))"],
  [
    "a chain without end",
    "put(new Proxy({}, { get: (_, key, self) => key === 'return' ? self : undefined }))",
  ],
  ["a proxy that throws", "put(new Proxy({}, { get() { throw 1; }, getPrototypeOf() { throw 1; } }))"],
  [
    "Vue without end",
    "delete button.__reactFiber$1; const n = {}; n.component = { subTree: n }; document.body._vnode = n",
  ],
  [
    "Vue in a circle",
    "delete button.__reactFiber$1; const v = { type: {} }; v.parent = v; button.__vueParentComponent = v",
  ],
  [
    "Svelte in a circle",
    "delete button.__reactFiber$1; const p = {}; p.parent = p; button.__svelte_meta = { loc: { file: 'A.svelte' }, parent: p }",
  ],
])("%s does not stop the error, nor the next one", (_, code) => {
  const page = openCapturedPage();
  expect(logError(page, code)).toMatchObject({ level: "error", args: [{ message: "boom" }] });
  expect(namesOf(logError(page, "", "next"))).toEqual(["App"]);
});

test("a million components are not all looked at", () => {
  const page = openCapturedPage();
  const entry = logError(
    page,
    `let fiber = null; for (let i = 0; i < 1e6; i++) fiber = { tag: 5, type: "div", return: fiber }; put(fiber)`,
  );
  expect(entry).not.toHaveProperty("_componentAncestry");
});

const STATE = settings({ aiContextStateSnapshot: true });

// ERR-14
test("state that is too large is truncated, with valid values first", () => {
  const page = openPage();
  page.send({ type: "settings", settings: STATE, captured: true });
  const entry = logError(
    page,
    `const state = {};
     for (let i = 0; i < 500; i++) state["error" + i] = { error: "é".repeat(5000), nested: { deep: { deeper: 1 } } };
     store = { getState: () => state, subscribe: () => () => {}, dispatch() {} }`,
  );
  const snapshot = entry?._stateSnapshot as { relevantSlice: object; keys: object };
  expect(Object.keys(snapshot.relevantSlice)).toHaveLength(10);
  expect(Object.keys(snapshot.keys).length).toBeGreaterThan(0);
  expect(new TextEncoder().encode(JSON.stringify(snapshot)).length).toBeLessThanOrEqual(STATE_BYTES);
});

test.each([
  ["throws", "getState: () => { throw new Error('no') }, subscribe() {}"],
  ["gives nothing", "getState: () => undefined, subscribe() {}"],
  ["cannot be subscribed to", "getState: () => ({ a: 1 }), subscribe() { throw new Error('no') }"],
])("a store that %s costs its own field at most", (_, methods) => {
  const page = openPage();
  page.send({ type: "settings", settings: STATE, captured: true });
  expect(namesOf(logError(page, `store = { dispatch() {}, ${methods} }`))).toEqual(["App"]);
  expect(namesOf(logError(page, "", "next"))).toEqual(["App"]);
});

// ERR-14
test("what changed within two seconds is named and shown", () => {
  const page = openPage();
  page.send({ type: "settings", settings: STATE, captured: true });
  logError(
    page,
    `let state = { cart: { count: 1, total: 2 }, view: "list" }; const listeners = [];
     store = { getState: () => state, subscribe: (listener) => { listeners.push(listener); return () => {}; }, dispatch() {} };
     change = (next) => { state = next; for (const listener of listeners) listener(); }`,
  );
  page.run(`change({ cart: { count: 2, total: 2 }, view: "grid" })`);
  expect(logError(page, "", "later")?._stateSnapshot).toMatchObject({
    relevantSlice: { "cart.count": 2, view: "grid" },
    changed: ["cart.count", "view"],
  });
});

function requestsOf(page: Page): PartRequest[] {
  return page.messages.filter((message) => message.type === "part");
}

const RERENDERED = `Object.assign(button.__reactFiber$1, { type: null, memoizedProps: null, return: null });
  delete button.__reactFiber$1; button.remove();`;

test("an error from before the part loaded has the components of that moment", () => {
  const page = openCapturedPage({ injectsParts: false });
  logError(page, `put(component("Cart", { memoizedProps: { id: 1 }, return: component("App") }))`);
  expect(last(page)).not.toHaveProperty("_componentAncestry");
  page.run(RERENDERED);
  for (const request of requestsOf(page)) page.inject(request);
  page.flush();
  expect(last(page)).toMatchObject({
    _componentAncestry: { components: [{ name: "App" }, { name: "Cart", propKeys: ["id"] }] },
  });
});

test("the part is asked for once, and only by a page that has errors or a framework", () => {
  const page = openCapturedPage();
  page.run(`console.log(new Error("not logged as an error")); console.error("no error")`);
  page.flush();
  expect(requestsOf(page)).toEqual([]);
  logError(page);
  logError(page, "", "again");
  expect(requestsOf(page)).toHaveLength(1);
});

test("a page with a framework has the part before its first error", () => {
  const page = openPage();
  page.run(BUTTON);
  page.send({ type: "settings", settings: settings(), captured: true });
  expect(requestsOf(page)).toMatchObject([{ name: "context" }]);
});

test("an event of the page by another name is not taken for the part", () => {
  const page = openCapturedPage({ injectsParts: false });
  logError(page);
  page.run(`dispatchEvent(new CustomEvent("context", { detail: () => { throw new Error("forged") } }))`);
  for (const request of requestsOf(page)) page.inject(request);
  page.flush();
  expect(namesOf(last(page))).toEqual(["App"]);
});
