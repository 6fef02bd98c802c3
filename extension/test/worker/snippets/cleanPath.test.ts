// Source paths as people know them, whatever bundler wrote them.
import { expect, test } from "vitest";
import { cleanPath, isLibraryPath, isLibraryScript } from "../../../src/worker/snippets/cleanPath.js";

test.each([
  ["webpack://shop/./src/cart.ts", "src/cart.ts"],
  ["webpack:///./src/cart.ts?a1b2", "src/cart.ts"],
  ["webpack-internal:///./src/cart.ts", "src/cart.ts"],
  ["webpack-internal:///(app-pages-browser)/./app/page.tsx", "app/page.tsx"],
  ["webpack://_N_E/./app/page.tsx?4f3e", "app/page.tsx"],
  ["webpack://shop/./node_modules/react/index.js", "node_modules/react/index.js"],
  ["turbopack:///[project]/src/cart.tsx", "src/cart.tsx"],
  ["turbopack://[project]/src/cart.tsx", "src/cart.tsx"],
  ["ng:///AppModule/cart.ts", "AppModule/cart.ts"],
  ["http://localhost:3000/src/cart.ts?t=1700000000000", "src/cart.ts"],
  ["http://localhost:3000/@fs/home/me/shop/src/cart.ts", "/home/me/shop/src/cart.ts"],
  ["http://localhost:3000/src/Cart.vue?vue&type=script", "src/Cart.vue"],
  ["../../src/cart.ts", "src/cart.ts"],
  ["./src/cart.ts", "src/cart.ts"],
  ["src/my%20cart.ts", "src/my cart.ts"],
  ["src/100%.ts", "src/100%.ts"],
  ["file:///home/me/shop/src/cart.ts", "/home/me/shop/src/cart.ts"],
  ["file:///C:/shop/src/cart.ts", "C:/shop/src/cart.ts"],
  ["\0virtual:cart", "virtual:cart"],
  ["/__parcel_source_root/src/cart.ts", "src/cart.ts"],
  ["http://cdn.test/lib.js", "http://cdn.test/lib.js"],
  ["?", "?"],
])("%j is shown as %j", (source, shown) => {
  expect(cleanPath(source, "http://localhost:3000/assets/main.js")).toBe(shown);
});

test.each([
  ["node_modules/react/index.js", true],
  ["../packages/node_modules/x.js", true],
  ["webpack/runtime/jsonp", true],
  ["@vite/client", true],
  ["src/node_modules.ts", false],
  ["src/webpack/setup.ts", false],
])("%j belongs to a library: %s", (path, isLibrary) => {
  expect(isLibraryPath(path)).toBe(isLibrary);
});

test.each([
  ["js/axios.min.js", true],
  ["vendor/axios.min.js", true],
  ["assets/vendor-3f9a1c.js", true],
  ["https://cdn.jsdelivr.net/npm/axios@1.7.0/dist/axios.js", true],
  ["node_modules/react/index.js", true],
  ["js/app.min.js", false],
  ["assets/index-3f9a1c.js", false],
])("without a map, the script %j belongs to a library: %s", (path, isLibrary) => {
  expect(isLibraryScript(path)).toBe(isLibrary);
});

test("what a source map names is not judged by the names that bundlers give to scripts", () => {
  expect(isLibraryPath("src/vendor.js")).toBe(false);
});
