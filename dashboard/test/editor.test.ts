import { expect, it } from "vitest";
import { editorAddress } from "../src/parts/editor.js";

const VS_CODE = { name: "VS Code", folder: "/home/me/my shop/" };
const CART = "vscode://file/home/me/my%20shop/src/cart.ts:12";

it.each([
  "src/cart.ts",
  "./src/cart.ts",
  "/home/me/my shop/src/cart.ts",
  "http://localhost:5173/src/cart.ts?t=17",
  "http://localhost:5173/@fs/home/me/my shop/src/cart.ts",
  "webpack://shop/./src/cart.ts",
  "webpack:///src/cart.ts",
])("finds %s in the project", (file) => {
  expect(editorAddress(VS_CODE, file, 12)).toBe(CART);
});

it.each(["../../etc/passwd", "/etc/passwd", "src/../../x", "C:\\Windows\\x", "", "https://shop.example/"])(
  "does not leave the project for %j",
  (file) => {
    expect(editorAddress(VS_CODE, file, 1)).toBe("");
  },
);

it("escapes what a name could add to the address", () => {
  expect(editorAddress(VS_CODE, "a#b?c&d.ts", 1)).not.toContain("#");
  expect(editorAddress(VS_CODE, "a:9 b.ts", 1)).toBe("vscode://file/home/me/my%20shop/a%3A9%20b.ts:1");
});

it("takes a folder on Windows", () => {
  const editor = { name: "Cursor", folder: "C:\\code\\shop" };
  expect(editorAddress(editor, "C:\\code\\shop\\a.ts", 3)).toBe("cursor://file/C%3A/code/shop/a.ts:3");
});

it.each([
  { name: "VS Code", folder: "" },
  { name: "", folder: "/home/me" },
  { name: "constructor", folder: "/home/me" },
])("is no link with %j", (editor) => {
  expect(editorAddress(editor, "a.ts", 1)).toBe("");
});
