// What is said of something that was thrown: its kind and the errors behind it.
import { expect, test } from "vitest";
import { MAX_CAUSES } from "../../../src/generated/limits.js";
import { openCapturedPage } from "../bundle.js";

function thrown(code: string): Record<string, unknown> {
  const page = openCapturedPage();
  page.run(
    `const thrown = ${code}; dispatchEvent(new ErrorEvent("error", { message: "no", error: thrown }))`,
  );
  page.flush();
  const [entry] = page.entries();
  return entry ?? {};
}

const names = (entry: Record<string, unknown>) =>
  (entry._causes as { name: string; message: string }[]).map(({ name, message }) => `${name}: ${message}`);

test("the error's name and the chain of its causes", () => {
  const entry = thrown('new TypeError("a", { cause: new RangeError("b", { cause: "c" }) })');
  expect(entry.errorType).toBe("TypeError");
  expect(names(entry)).toEqual(["RangeError: b", "string: c"]);
  expect(entry._causes).toMatchObject([{ stack: expect.stringContaining("RangeError: b") }, {}]);
});

test("an AggregateError has its errors", () => {
  expect(names(thrown('new AggregateError([new Error("a"), 7], "all", { cause: new Error("z") })'))).toEqual([
    "Error: a",
    "number: 7",
    "Error: z",
  ]);
});

test("a circle of causes ends, and so does a long chain", () => {
  const circle = '(() => { const a = new Error("a"); a.cause = new Error("b", { cause: a }); return a; })()';
  expect(names(thrown(circle))).toEqual(["Error: b"]);
  const chain = 'Array(50).fill(0).reduce((cause) => new Error("e", { cause }))';
  expect(names(thrown(chain))).toHaveLength(MAX_CAUSES);
  const many = 'new AggregateError(Array(100).fill(0).map(() => new Error("e")), "all")';
  expect(names(thrown(many))).toHaveLength(MAX_CAUSES);
});

test("an error without causes has none, and a value that is not an error has no kind", () => {
  expect(thrown('new Error("a")')).not.toHaveProperty("_causes");
  expect(thrown('"text"')).not.toHaveProperty("errorType");
});

test("no getter of the page is run for it", () => {
  const entry = thrown(
    'Object.defineProperty(new Error("a"), "cause", { get() { globalThis.ran = true; return new Error("b"); } })',
  );
  expect(entry).not.toHaveProperty("_causes");
});
