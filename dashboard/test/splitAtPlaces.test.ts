// Places in a summary and in a stack become links where the source is known.
import { expect, it } from "vitest";
import { splitAtPlaces } from "../src/parts/splitAtPlaces.js";

const CART = { file: "src/cart.js", line: 7 };
const SERVED = { file: "http://localhost:3000/app.js?v=2", line: 2 };
const ABSOLUTE = { file: "/home/me/shop/src/[item-id].vue", line: 3 };

it.each([
  ["TypeError in src/cart.js:7 — no total.", CART, ["TypeError in ", "src/cart.js:7", " — no total."]],
  ["Called from src/cart.js:7.", CART, ["Called from ", "src/cart.js:7", "."]],
  ["at total (http://localhost:5173/src/cart.js:7:9)", CART, [expect.anything(), "src/cart.js:7", ":9)"]],
  ["add@http://localhost:5173/src/cart.js?t=17:7:9", CART, [expect.anything(), "src/cart.js?t=17:7", ":9"]],
  ["Error in app.js:2:14 — x", SERVED, ["Error in ", "app.js:2", ":14 — x"]],
  ["at http://localhost:3000/app.js?v=2:2:14", SERVED, ["at ", "http://localhost:3000/app.js?v=2:2", ":14"]],
  ["in home/me/shop/src/[item-id].vue:3 —", ABSOLUTE, ["in ", "home/me/shop/src/[item-id].vue:3", " —"]],
])("%s names a place", (text, place, expected) => {
  const parts = splitAtPlaces(text, [place]);
  expect(parts.map((part) => (typeof part === "string" ? part : part.text))).toEqual(expected);
  expect(parts[1]).toMatchObject(place);
  expect(parts.map((part) => (typeof part === "string" ? part : part.text)).join("")).toBe(text);
});

it.each([
  "lib/src/cart.js:7",
  "src/cart.js:70",
  "src/cartXjs:7",
  "src/cart.js line 7",
  "http://localhost/v2/src/cart.js:7",
])("%s is another place", (text) => {
  expect(splitAtPlaces(text, [CART])).toEqual([text]);
});

it("names every known place, and without one it is all text", () => {
  const text = "at a (http://localhost/src/cart.js:7:1)\nat b (http://localhost/src/cart.js:9:1)";
  const parts = splitAtPlaces(text, [CART, { ...CART, line: 9 }]);
  expect(parts.filter((part) => typeof part !== "string").map(({ line }) => line)).toEqual([7, 9]);
  expect(splitAtPlaces(text, [])).toEqual([text]);
});
