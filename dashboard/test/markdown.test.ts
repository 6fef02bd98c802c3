import { expect, it } from "vitest";
import { fenced, inCode } from "../src/parts/markdown.js";
import { errorMarkdown } from "../src/views/errors/errorMarkdown.js";
import type { ShownError } from "../src/views/errors/shownError.js";

it("does not let a text end its block", () => {
  expect(fenced("a\n```\n# not a heading")).toBe("````\na\n```\n# not a heading\n````");
  expect(inCode("a `b` c\n# d")).toBe("`` a `b` c # d ``");
});

it("says what happened, where, and what preceded it", () => {
  const error: ShownError = {
    type: "exception",
    ts: "2026-11-16T08:09:27.945Z",
    url: "http://localhost:5173/cart",
    message: "`total` is missing",
    errorType: "TypeError",
    _aiContext: {
      sourceSnippets: [
        { file: "src/receipt.js", line: 4, snippet: [{ line: 4, text: "reply.total", isError: true }] },
      ],
    },
    _failedRequest: { method: "POST", url: "/api/orders", status: 422, response: '{"error":"x"}' },
    _actions: [{ ts: "2026-11-16T08:09:27.900Z", type: "click", text: "Place order" }],
  };
  const text = errorMarkdown(error);
  expect(text).toContain("**TypeError:** `` `total` is missing ``");
  expect(text).toContain("`src/receipt.js:4`\n\n```\n> 4 | reply.total\n```");
  expect(text).toContain('Just before, `POST /api/orders` failed with 422:\n\n```\n{"error":"x"}\n```');
  expect(text).toMatch(/1\. \d\d:\d\d:\d\d\.900 `click Place order`/);
});
