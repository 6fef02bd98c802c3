// @vitest-environment jsdom
// The probe dom: limits at their edges, secrets, selectors that find one element, pages that shadow the DOM.
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type DomParams, dom } from "../../src/probes/dom.js";

beforeAll(() => {
  // jsdom has no layout.
  Element.prototype.checkVisibility ??= () => true;
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
});
beforeEach(() => {
  document.body.innerHTML = "";
});

function ask(selector: string, more: Partial<DomParams> = {}) {
  return dom({ selector, includeStyles: false, includeChildren: false, maxDepth: 3, ...more });
}

function first(selector: string, more: Partial<DomParams> = {}) {
  const [match] = ask(selector, more).matches;
  if (match === undefined) throw new Error(`nothing matches ${selector}`);
  return match;
}

// DOM-01
test("fifty elements are returned, all are counted", () => {
  document.body.innerHTML = "<i></i>".repeat(51);
  const { matches, matchCount, returnedCount } = ask("i");
  expect([matches.length, matchCount, returnedCount]).toEqual([50, 51, 50]);
});

// DOM-02
test("text is truncated at five hundred characters and never inside a character", () => {
  document.body.innerHTML = `<p>${"x".repeat(499)}😀</p><b>${"y".repeat(500)}</b>`;
  expect(first("p").text).toBe(`${"x".repeat(499)}\ufffd`);
  expect(first("b").text).toHaveLength(500);
});

test("text has no scripts and its white space is collapsed", () => {
  document.body.innerHTML = "<div> a\n  <b>b</b><script>no()</script><style>no{}</style></div>";
  expect(first("div").text).toBe("a b");
});

test.each([
  '<input type="password" value="hunter2">',
  '<input type="PASSWORD" name="x" value="hunter2">',
  '<input autocomplete="current-password" value="hunter2">',
  '<input autocomplete="cc-number" value="hunter2">',
  '<input name="user[passwd]" value="hunter2">',
  '<textarea id="secret-note">hunter2</textarea>',
])("the value of %s is never shown", (field) => {
  document.body.innerHTML = `<form>${field}</form>`;
  expect(JSON.stringify(ask("form, form *", { includeChildren: true }))).not.toContain("hunter2");
});

test("the value of an ordinary field is shown", () => {
  document.body.innerHTML = '<input name="city" value="Bern">';
  expect(first("input").attributes).toEqual({ name: "city", value: "Bern" });
});

test("each match has a selector that finds it and nothing else", () => {
  document.body.innerHTML = `<ul id="list"><li>a<li>b</ul><div><p></p><div><p></p></div></div>
    <b id="twice"></b><b id="twice"></b><b id="a.x"></b>`;
  const { matches } = ask("body *");
  const found = matches.map(({ selector }) => ask(selector).matches);
  expect(found.map((each) => each.length)).toEqual(matches.map(() => 1));
  expect(matches[1]?.selector).toBe("#list > li:nth-child(1)");
});

test("open shadow roots are searched, and the way into them is a selector", () => {
  document.body.innerHTML = '<my-card id="card"></my-card>';
  const outer = (document.querySelector("my-card") as Element).attachShadow({ mode: "open" });
  outer.innerHTML = "<section><x-in></x-in></section>";
  (outer.querySelector("x-in") as Element).attachShadow({ mode: "open" }).innerHTML =
    '<button id="go">Go</button>';
  expect(first("button").selector).toMatch(/^#card >>> .*x-in.* >>> #go$/);
  expect(ask("#card >>> x-in >>> button").matchCount).toBe(1);
  expect(ask("#card >>> button").matchCount).toBe(0);
});

test("a subtree is as deep as asked", () => {
  document.body.innerHTML = "<ul><li><b><i><u><s></s></u></i></b></li></ul>";
  const depth = (tree: { children?: unknown[] } | undefined): number =>
    tree?.children?.length ? 1 + depth(tree.children[0] as { children?: unknown[] }) : 0;
  expect(depth(first("ul", { includeChildren: true, maxDepth: 2 }))).toBe(2);
  expect(depth(first("ul"))).toBe(0);
});

test("elements that do not fit are counted", () => {
  document.body.innerHTML = `<ul>${`<li>${"x".repeat(400)}</li>`.repeat(200)}</ul>`;
  const { children = [], childrenLeftOut = 0 } = first("ul", { includeChildren: true });
  expect(children.length).toBeGreaterThan(50);
  expect(children.length + childrenLeftOut).toBe(200);
});

test("matches that do not fit into the answer are omitted, not truncated", () => {
  const attributes = Array.from({ length: 10 }, (_, at) => `a${at}="${"x".repeat(600)}"`).join(" ");
  document.body.innerHTML = `<i ${attributes}></i>`.repeat(20);
  const answer = ask("i");
  expect(answer.returnedCount).toBe(answer.matches.length);
  expect(answer.returnedCount).toBeLessThan(20);
  expect(JSON.stringify(answer).length).toBeLessThan(45_000);
});

test("a form whose fields shadow its properties is described like any other", () => {
  const names = [
    "attributes",
    "children",
    "localName",
    "parentNode",
    "nodeType",
    "querySelectorAll",
    "matches",
  ];
  document.body.innerHTML = `<form id="f">${names.map((name) => `<input name="${name}">`).join("")}</form>`;
  const { tag, attributes, children, selector } = first("form", { includeChildren: true });
  expect({ tag, attributes, selector }).toEqual({ tag: "form", attributes: { id: "f" }, selector: "#f" });
  expect(children).toHaveLength(names.length);
});

test.each(["[", "a >>> [", ""])("the selector %j is refused by name", (selector) => {
  expect(() => ask(selector)).toThrow(expect.objectContaining({ code: "invalid_selector" }));
});

test("the live state has the implicit role, the accessible name and what was typed", () => {
  document.body.innerHTML = `
    <label>Quantity <input id="a" value="1"></label>
    <label><input id="b" type="checkbox"> Accept terms</label>
    <label>Password <input id="c" type="password"></label>
    <button id="d" aria-label="Close" disabled>×</button>`;
  const [quantity, terms, password] = document.querySelectorAll("input");
  (quantity as HTMLInputElement).value = "2 pcs";
  (terms as HTMLInputElement).checked = true;
  (password as HTMLInputElement).value = "hunter2hunter2";
  (quantity as HTMLInputElement).focus();
  expect(ask("input, button").matches.map((match) => match.live)).toEqual([
    { role: "textbox", name: "Quantity", value: "2 pcs", focused: true },
    { role: "checkbox", name: "Accept terms", checked: true },
    { role: "textbox", name: "Password", value: "[redacted]" },
    { role: "button", name: "Close", disabled: true },
  ]);
});

test("an element without role, name and state has an empty live state", () => {
  document.body.innerHTML = "<input type=hidden value=1>";
  expect(ask("input").matches.map((match) => match.live)).toEqual([{}]);
});

test("a form with fields that are named like methods does not end the answer", () => {
  const names = ["matches", "getRootNode", "querySelectorAll", "getAttribute"];
  document.body.innerHTML = `<form>${names.map((name) => `<input name=${name}>`).join("")}</form>`;
  expect(ask("form").returnedCount).toBe(1);
});
