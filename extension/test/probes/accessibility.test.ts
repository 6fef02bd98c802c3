// The pure parts of the audit: contrast at its edges, WCAG criteria, a fix for every rule that axe has.
import axe from "axe-core";
import { expect, test } from "vitest";
import { contrastOf, nearestPassing } from "../../src/probes/accessibility/contrast.js";
import { fixFor } from "../../src/probes/accessibility/fixes.js";
import { wcagOf } from "../../src/probes/accessibility/wcag.js";

function failed(rule: string, data: unknown = null, opacity = 1) {
  return { rule, help: "Things must be good", checks: [{ message: "This one is not", data }], opacity };
}

function contrastFailure(fgColor: string, bgColor: string, expected: string, opacity = 1) {
  return fixFor(failed("color-contrast", { fgColor, bgColor, expectedContrastRatio: expected }, opacity));
}

test("#999999 on white becomes #767676", () => {
  expect(contrastFailure("#999999", "#ffffff", "4.5:1")).toBe(
    "Change foreground color to at least #767676 for 4.5:1 contrast ratio",
  );
});

test.each([
  ["#999999", "#ffffff", 4.5],
  ["#ff0000", "#ffffff", 4.5],
  ["#ff0000", "#00ff00", 4.5],
  ["#777777", "#808080", 4.5],
  ["#0000ff", "#000000", 4.5],
  ["#ffff00", "#ffffff", 3],
  ["#123456", "#123456", 4.5],
  ["#333333", "#000000", 7],
])("%s on %s reaches %f and the step before it does not", (foreground, background, required) => {
  const found = nearestPassing(foreground, background, required) as string;
  expect(contrastOf(found, background)).toBeGreaterThan(required);
  expect(contrastOf(found, background)).toBeLessThan(required + 0.25);
});

test("a color that passes stays as it is", () => {
  expect(nearestPassing("#000000", "#ffffff", 4.5)).toBe("#000000");
});

test("it goes to the side that is nearer", () => {
  expect(nearestPassing("#8a8a8a", "#ffffff", 4.5)).toBe("#767676");
  const lighter = nearestPassing("#888888", "#222222", 4.5) as string;
  expect(Number.parseInt(lighter.slice(1, 3), 16)).toBeGreaterThan(0x88);
});

test("where no color reaches the ratio the fix says so", () => {
  expect(nearestPassing("#777777", "#777777", 7)).toBeNull();
  expect(contrastFailure("#777777", "#777777", "7:1")).toContain("change the background color, too");
});

test("black and white reach exactly 21", () => {
  expect(contrastOf("#000000", "#ffffff")).toBeCloseTo(21, 10);
});

test("an element that is see-through needs more than a color", () => {
  expect(contrastFailure("#999999", "#ffffff", "4.5:1", 0.5)).toContain("raise its opacity (0.5) to 1");
});

test("what axe could not measure is answered in words", () => {
  expect(fixFor(failed("color-contrast", {}))).toContain("darker");
  expect(nearestPassing("rebeccapurple", "#ffffff", 4.5)).toBeNull();
});

test.each([
  [
    ["cat.color", "wcag2aa", "wcag143", "TTv5", "ACT"],
    ["wcag2aa", "1.4.3"],
  ],
  [
    ["wcag2a", "wcag111"],
    ["wcag2a", "1.1.1"],
  ],
  [
    ["wcag21aa", "wcag1410"],
    ["wcag21aa", "1.4.10"],
  ],
  [
    ["wcag22aa", "wcag258"],
    ["wcag22aa", "2.5.8"],
  ],
  [["wcag2a-obsolete", "best-practice"], []],
])("%j is %j", (tags, wcag) => {
  expect(wcagOf(tags)).toEqual(wcag);
});

test.each([
  ["aria-required-attr", ["aria-checked", "aria-x"], "Add aria-checked, aria-x"],
  ["aria-valid-attr", ["aria-lable"], "Correct the spelling of aria-lable, or remove it"],
  ["duplicate-id-aria", "twice", "Give the id twice to one element only"],
  ["duplicate-id-aria", null, "Give the id attribute to one element only"],
  ["image-alt", null, "Add an alt attribute describing the image content"],
  ["a-rule-of-tomorrow", null, "Things must be good: This one is not"],
  ["toString", null, "Things must be good: This one is not"],
])("%s with %j: %s", (rule, data, fix) => {
  expect(fixFor(failed(rule, data))).toBe(fix);
});

test("every rule of axe has a fix in words", () => {
  for (const { ruleId } of axe.getRules()) expect(fixFor(failed(ruleId)).length).toBeGreaterThan(15);
});
