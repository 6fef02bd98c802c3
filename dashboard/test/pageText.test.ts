// What a page wrote: every character visible, links to websites only, filters that match words.
import { expect, test } from "vitest";
import { matches } from "../src/parts/matches.js";
import { prettyText } from "../src/parts/prettyJson.js";
import { webAddress } from "../src/parts/safeLink.js";
import { visible } from "../src/parts/visible.js";
import { messageOf, stackOf } from "../src/views/errors/shownError.js";

test.each([
  ["a\u202eb", "a⟨U+202E⟩b"],
  ["\u0000\u001b[31m", "⟨U+0000⟩⟨U+001B⟩[31m"],
  ["zero\u200bwidth\ufeff", "zero⟨U+200B⟩width⟨U+FEFF⟩"],
  ["tag\u{e0041}", "tag⟨U+E0041⟩"],
  ["lines\r\nand\ttabs stay", "lines\nand\ttabs stay"],
  ["日本語 🎉 é", "日本語 🎉 é"],
])("%j is shown as %j", (text, shown) => expect(visible(text)).toBe(shown));

test.each(["http://localhost:3000/a?b#c", "https://example.com/"])("%s is a link", (url) =>
  expect(webAddress(url)).toBe(url),
);

test.each([
  "javascript:alert(1)",
  " javascript:alert(1)",
  "java\nscript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:http://localhost/1",
  "ws://localhost/",
  "//evil.example",
  "/relative",
  "",
  "http://",
])("%j is text", (url) => expect(webAddress(url)).toBe(""));

test("every word must be found, in whatever letters, anywhere", () => {
  expect(matches("POST orders", "post", "http://localhost/Orders")).toBe(true);
  expect(matches("post missing", "POST", "http://localhost/orders")).toBe(false);
  expect(matches("  ", undefined)).toBe(true);
  expect(matches("500", 500)).toBe(true);
});

test("JSON is put on lines, anything else stays as it is", () => {
  expect(prettyText('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyText('{"a":')).toBe('{"a":');
  expect(prettyText("<b>not json</b>")).toBe("<b>not json</b>");
});

test("an error says its message, its request or its logged values", () => {
  const base = { ts: "", url: "http://localhost/api" };
  expect(messageOf({ ...base, type: "exception", message: "broken" })).toBe("broken");
  expect(messageOf({ ...base, type: "network", method: "GET", status: 500 })).toBe(
    "GET http://localhost/api → 500",
  );
  expect(messageOf({ ...base, type: "network", method: "GET", status: 0, error: "refused" })).toContain(
    "refused",
  );
  const args = ["failed", { a: 1 }, null, 3, { name: "MyError", message: "why", stack: "at x" }];
  expect(messageOf({ ...base, type: "console", args })).toBe('failed {"a":1} null 3 MyError: why');
  expect(stackOf({ ...base, type: "console", args })).toBe("at x");
});
