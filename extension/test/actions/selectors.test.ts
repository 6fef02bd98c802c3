// @vitest-environment jsdom
// The six ways to find an element; whether they hold in Playwright is tested in a real browser.
import { beforeEach, expect, test } from "vitest";
import { computeAllSelectors, selectorsOf } from "../../src/actions/selectors/selectorsOf.js";

function show(html: string): void {
  document.body.innerHTML = html;
}

const at = (selector: string) => document.querySelector(selector) as Element;

beforeEach(() => {
  // jsdom has no CSS namespace.
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
});

// ACT-03
test("all six for an element that has them all", () => {
  show('<form id="login"><button data-testid="b" id="go" aria-label="Log in now">Log in</button></form>');
  expect(selectorsOf(at("button"))).toEqual({
    testId: "b",
    ariaLabel: "Log in now",
    role: { role: "button", name: "Log in now" },
    id: "go",
    text: "Log in",
    cssPath: "#go",
  });
});

test("only a CSS path for an element that has nothing else", () => {
  show("<main><div><p>a</p><p>b</p></div></main>");
  expect(selectorsOf(at("p:last-child"))).toEqual({ cssPath: "main > div > p:nth-child(2)" });
});

test.each([
  ["data-testid", undefined],
  ["data-test-id", "data-test-id"],
  ["data-cy", "data-cy"],
])("a test id in %s", (attribute, told) => {
  show(`<i ${attribute}="x"></i>`);
  expect(selectorsOf(at("i"))).toEqual({
    testId: "x",
    ...(told && { testIdAttribute: told }),
    cssPath: "i",
  });
});

test("data-testid comes before the others", () => {
  show('<i data-cy="c" data-test-id="b" data-testid="a"></i>');
  expect(selectorsOf(at("i"))).toMatchObject({ testId: "a" });
});

test.each([
  ["<button>Save</button>", { role: "button", name: "Save" }],
  ['<a href="/x">Home</a>', { role: "link", name: "Home" }],
  ['<label for="f">Mail</label><input id="f" class="t">', { role: "textbox", name: "Mail" }],
  ['<label>Yes <input type="checkbox" class="t"></label>', { role: "checkbox", name: "Yes" }],
  ['<div role="switch" aria-label="Dark"></div>', { role: "switch", name: "Dark" }],
  ['<img alt="Cat">', { role: "img", name: "Cat" }],
])("role and name of %s", (html, role) => {
  show(html);
  expect(selectorsOf(at(".t") ?? at("body > :last-child"))).toMatchObject({ role });
});

test("a name never has the value of a sensitive field in it", () => {
  show('<label class="t">Pay with <input name="card" value="4111"><input id="x"></label>');
  (at("#x") as HTMLInputElement).setAttribute("aria-labelledby", "l");
  at("label").id = "l";
  expect(JSON.stringify(selectorsOf(at("#x")))).not.toContain("4111");
});

// ACT-05
test("a text of 50 characters is a way, one of 51 is not", () => {
  show(`<button>${"x".repeat(50)}</button><a href="#">${"y".repeat(51)}</a>`);
  expect(selectorsOf(at("button")).text).toHaveLength(50);
  expect(selectorsOf(at("a"))).not.toHaveProperty("text");
});

test("text is a way to what can be clicked: by its kind, or because it was", () => {
  show("<p>Words</p>");
  expect(selectorsOf(at("p"))).not.toHaveProperty("text");
  expect(selectorsOf(at("p"), true)).toMatchObject({ text: "Words" });
});

test.each([
  ":r1:",
  "«r3»",
  "_r_1_",
  "radix-12",
  "headlessui-menu-3",
  "mui-123",
  "ember42",
  "4711",
  "a1b2c3d4",
])("the generated id %s is no way", (id) => {
  show("<button>x</button>");
  at("button").id = id;
  expect(selectorsOf(at("button"))).not.toHaveProperty("id");
});

test.each(["email", "login-form", "item-5", "step2", "nav_main"])("the id %s is a way", (id) => {
  show(`<input id="${id}">`);
  expect(selectorsOf(at("input"))).toMatchObject({ id });
});

test("an id that two elements have is not used as a selector", () => {
  show('<i id="twice"></i><b id="twice"></b>');
  expect(selectorsOf(at("i"))).not.toHaveProperty("id");
});

test("of several matches, which one it was is recorded for each way", () => {
  show('<ul><li><button data-testid="x">Go</button></li><li><button data-testid="x">Go</button></li></ul>');
  expect(selectorsOf(at("li:last-child button")).nth).toEqual({ testId: 1, role: 1, text: 1 });
});

test("a text is that of the innermost element that has all of it", () => {
  show("<button><span>Go</span></button><p>Go</p>");
  expect(selectorsOf(at("button"))).toMatchObject({ text: "Go", nth: { text: 0 } });
});

test("with enhanced selectors off only the CSS path is computed", () => {
  document.body.innerHTML = '<p><button id="buy" data-testid="buy" aria-label="Buy">Buy</button></p>';
  const button = document.querySelector("button") as Element;
  computeAllSelectors(false);
  try {
    expect(selectorsOf(button, true)).toEqual({ cssPath: "#buy" });
  } finally {
    computeAllSelectors(true);
  }
  expect(selectorsOf(button, true)).toHaveProperty("testId", "buy");
});

test("a text of several blocks is not used as a selector", () => {
  document.body.innerHTML = "<main><div>Skip to main content</div><div>Deploy</div></main>";
  expect(selectorsOf(document.querySelector("main") as Element, true)).not.toHaveProperty("text");
});
