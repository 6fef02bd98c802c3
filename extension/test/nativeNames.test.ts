// What comes into a page later finds every native that page.js took.
import { expect, test } from "vitest";
import { exportsOf, shortName } from "../nativeNames.mjs";
import { openCapturedPage } from "./page/bundle.js";

const NATIVES = new URL("../src/page/core/natives.ts", import.meta.url).pathname;

test("page.js leaves every native under its short name", async () => {
  const page = openCapturedPage();
  const left = page.run("Object.keys(window.__gasolineNatives.natives)") as string[];
  expect([...left].sort()).toEqual((await exportsOf(NATIVES)).map(shortName).sort());
});

test("a short name never changes, because a page may be older than the extension", () => {
  expect(["append", "NativeMap", "promiseThen"].map(shortName)).toEqual(["oNk", "nMA", "Wor"]);
});
