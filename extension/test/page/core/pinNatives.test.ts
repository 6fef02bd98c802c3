// @vitest-environment jsdom
// What comes into a page later finds every native that page.js took.
import { expect, test } from "vitest";
import * as natives from "../../../src/page/core/natives.js";
import { natives as pinned } from "../../../src/page/core/pinNatives.js";

test("every native is pinned", () => {
  expect(Object.keys(pinned)).toEqual(Object.keys(natives).sort());
});
