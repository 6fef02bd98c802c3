// @vitest-environment jsdom
// The probe pageInfo: its shape, its bounds, and pages that shadow the DOM.
import { beforeEach, expect, test } from "vitest";
import { pageInfo } from "../../src/probes/pageInfo.js";

beforeEach(() => {
  document.body.innerHTML = "";
  document.title = "";
});

test("it has exactly the documented fields and the visible text", () => {
  document.title = "Shop";
  document.body.innerHTML = `<h1>Cart</h1><h2> Your
    items </h2><h3></h3><a href="/x">x</a><a>no link</a><img><button>b</button>
    <form id="login" action="/api/login"><input name="email"><input type="password" name="password">
    <input type="hidden" name="csrf"><input type="submit"></form>`;
  const info = pageInfo({});
  expect(Object.keys(info)).toEqual(
    "url title viewport scroll documentHeight forms headings links images interactiveElements visibleText".split(
      " ",
    ),
  );
  expect(info).toMatchObject({
    title: "Shop",
    headings: ["Cart", "Your items"],
    forms: [{ id: "login", action: "/api/login", fields: ["email", "password"] }],
    links: 1,
    images: 1,
    interactiveElements: 5,
  });
});

test("a form whose fields shadow its properties is still described", () => {
  document.body.innerHTML = `<form name="f" action="/go"><input name="id"><input name="action"><input name="elements">
    <input name="getAttribute"></form>`;
  expect(pageInfo({}).forms).toEqual([
    { id: "f", action: "/go", fields: ["id", "action", "elements", "getAttribute"] },
  ]);
});

// DOM-08
test("everything is bounded", () => {
  document.title = "t".repeat(2000);
  document.body.innerHTML = `${`<h2>${"h".repeat(500)}</h2>`.repeat(300)}${"<form></form>".repeat(200)}`;
  const { title, headings, forms } = pageInfo({});
  expect([title.length, headings.length, headings[0]?.length, forms.length]).toEqual([500, 100, 200, 50]);
});
