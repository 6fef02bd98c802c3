// @vitest-environment jsdom
// CSS paths, dynamic classes and implicit roles.
import { beforeEach, expect, test } from "vitest";
import { cssPath, uniqueCss } from "../../../src/actions/selectors/cssPath.js";
import { isDynamicClass, isStateClass } from "../../../src/actions/selectors/looksGenerated.js";
import { implicitRole, roleOf } from "../../../src/dom/roleOf.js";

beforeEach(() => {
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
});

function only(html: string): Element {
  document.body.innerHTML = html;
  return document.querySelector(".t") ?? (document.body.firstElementChild as Element);
}

test.each([
  ["a simple path", '<form class="login"><p><b class="t"></b></p></form>', "form.login > p > b.t"],
  [
    "an id shortens it",
    '<form id="login"><button class="t submit-btn"></button></form>',
    "#login > button.t.submit-btn",
  ],
  ["its own id is enough", '<b><i class="t" id="me"></i></b>', "#me"],
  ["a generated id does not", '<b id=":r1:"><i class="t"></i></b>', "b > i.t"],
  ["dynamic classes are left out", '<b class="css-1q2w3e"><i class="sc-abc t"></i></b>', "b > i.t"],
  ["two classes at most", '<i class="t one two"></i>', "i.t.one"],
  ["a class distinguishes siblings", '<b><i class="x"></i><i class="x t"></i></b>', "b > i.x.t"],
])("%s", (_, html, path) => {
  expect(cssPath(only(html))).toBe(path);
});

test("siblings that differ in nothing else are distinguished by their position", () => {
  document.body.innerHTML = "<ul><li></li><li></li></ul>";
  expect(cssPath(document.querySelectorAll("li")[1] as Element)).toBe("ul > li:nth-child(2)");
});

// ACT-04
test("a path has five levels at most", () => {
  const deep = only(`${"<div>".repeat(7)}<i class="t"></i>`);
  expect(cssPath(deep).split(" > ")).toEqual(["div", "div", "div", "div", "i.t"]);
});

test("the complete path is given if it must be unique", () => {
  const deep = "<div><div><div><div><div><i></i></div></div></div></div></div>";
  document.body.innerHTML = deep + deep;
  const last = document.querySelectorAll("i")[1] as Element;
  expect([...document.querySelectorAll(uniqueCss(last))]).toEqual([last]);
});

test.each([
  "css-1abc",
  "sc-bdVaJa",
  "emotion-0",
  "styled-x",
  "chakra-button",
  "kQvXhD",
  "a1b2c3",
  "Button_root__x7Fq2",
  "jsx-3512345",
  "svelte-1abc23",
])("%s is a dynamic class", (name) => expect(isDynamicClass(name)).toBe(true));

test.each([
  "button",
  "active",
  "header",
  "submit-btn",
  "navBar",
  "isActive",
  "mt-10",
  "col-md-6",
  "w-1/2",
  "base64",
  "MuiButton-root",
  "text-gray-500",
  "h1",
])("%s is a good class", (name) => expect(isDynamicClass(name)).toBe(false));

test.each([
  ["<button></button>", "button"],
  ['<a href="/"></a>', "link"],
  ["<a></a>", null],
  ['<input type="checkbox">', "checkbox"],
  ['<input type="radio">', "radio"],
  ["<input>", "textbox"],
  ['<input type="text">', "textbox"],
  ['<input type="email">', "textbox"],
  ['<input type="password">', "textbox"],
  ['<input type="search">', "searchbox"],
  ['<input type="number">', "spinbutton"],
  ['<input type="range">', "slider"],
  ['<input type="submit">', "button"],
  ['<input type="whatever">', "textbox"],
  ['<input type="hidden">', null],
  ["<textarea></textarea>", "textbox"],
  ["<select></select>", "combobox"],
  ["<select multiple></select>", "listbox"],
  ['<img alt="x">', "img"],
  ["<nav></nav>", "navigation"],
  ["<main></main>", "main"],
  ["<header></header>", "banner"],
  ["<footer></footer>", "contentinfo"],
  ["<h1></h1>", "heading"],
  ["<x-unknown></x-unknown>", null],
])("the implicit role of %s is %s", (html, role) => {
  expect(implicitRole(only(html))).toBe(role);
});

test("a stated role comes first, and none is none", () => {
  expect(roleOf(only('<a href="/" role="button"></a>'))).toBe("button");
  expect(roleOf(only('<button role="presentation"></button>'))).toBeNull();
});

test.each([
  "cm-focused",
  "is-active",
  "hover",
  "jp-mod-selected",
  "btn--open",
  "Mui-focusVisible",
  "has-errors",
])("%s says how an element is at the moment", (name) => expect(isStateClass(name)).toBe(true));

test.each(["opener", "activity", "island", "has", "is", "navbar", "open-orders"])(
  "%s does not say how an element is at the moment",
  (name) => expect(isStateClass(name)).toBe(false),
);

test("a path has no class that the element has only for a while", () => {
  document.body.innerHTML = '<div class="cm-focused cm-editor"><b class="is-active"></b></div>';
  expect(cssPath(document.querySelector("b") as Element)).toBe("div.cm-editor > b");
});
