// @vitest-environment jsdom
// Addresses of requests, with and without the URL parser.
import { URL as NodeURL } from "node:url";
import { expect, test, vi } from "vitest";

// The test environment's own class inherits `href`; a browser's has it.
vi.stubGlobal("URL", NodeURL);
const { absoluteUrl } = await import("../../../src/page/core/stamp.js");

const TEXTS = [
  "/",
  "/data/12",
  "/api/items?page=2&size=10",
  "/a/b_c-d.json",
  "/a/./b",
  "/a/../b",
  "/.hidden",
  "//other.example/x",
  "/\\other.example/x",
  "/a b",
  "/é",
  "/%2e%2e/b",
  "/a#part",
  "/a?x=//y",
  "/a\tb",
  "/quote'",
  "data/12",
  "?x=1",
  "",
  "http://other.example/x/../y",
  "http://[",
];

test.each(TEXTS)("%s becomes the address that the browser makes of it", (text) => {
  let expected = text;
  try {
    expected = new URL(text, document.baseURI).href;
  } catch {
    // No URL: it stays as it is.
  }
  expect(absoluteUrl(text)).toBe(expected);
});

test("a base element changes what paths are relative to", () => {
  const base = document.createElement("base");
  base.href = "https://cdn.example:8443/app/";
  document.head.append(base);
  expect(absoluteUrl("/data/12")).toBe("https://cdn.example:8443/data/12");
  base.remove();
  expect(absoluteUrl("/data/12")).toBe(`${location.origin}/data/12`);
});
