// @vitest-environment jsdom
// What stays of a text that is cut.
import { expect, test } from "vitest";
import { TRUNCATION_SCAN_CHARS } from "../../src/generated/limits.js";
import { truncateWithCount } from "../../src/page/core/quote.js";
import { truncationPoint } from "../../src/shared/truncationPoint.js";

test.each([
  ["the token is ghp_16C7e42F292c6912", 25, "the token is ghp_16"],
  ['{"apiKey":"sk_live_4eC39HqLyj"}', 24, '{"apiKey":"sk_liv'],
  ["?page=2&token=abc123def456", 20, "?page=2&token="],
])("of a word that the cut breaks only the first characters stay: %s", (text, chars, kept) => {
  expect(text.slice(0, truncationPoint(text, chars))).toBe(kept);
});

test.each([
  ["a sentence about internationalisation", 30],
  ["short wo-rd", 9],
  ["grün-straße-7-überall", 12],
])("words in letters and short ones are cut where they are: %s", (text, chars) => {
  expect(truncationPoint(text, chars)).toBe(chars);
});

test("a word that is longer than any secret is split", () => {
  const picture = `${"aB3/".repeat(TRUNCATION_SCAN_CHARS)}`;
  expect(truncationPoint(picture, TRUNCATION_SCAN_CHARS * 2)).toBe(TRUNCATION_SCAN_CHARS * 2);
});

test("the mark says how much is missing in all", () => {
  expect(truncateWithCount("log: ghp_16C7e42F292c6912", 15)).toBe("log: ghp_16…[+14 chars]");
});
