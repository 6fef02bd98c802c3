// What the timeline leaves out until somebody asks for it.
import { expect, test } from "vitest";
import type { Row } from "../src/generated/views.js";
import { withoutNoise } from "../src/views/timeline/noise.js";

function row(ref: string, more: Partial<Row>): Row {
  return { ref, kind: "network", at: 1, text: ref, ...more };
}

function refs(rows: readonly Row[]): string[] {
  return rows.map(({ ref }) => ref);
}

test("loaded files are left out, and calls stay", () => {
  const rows = [row("file", { isNoise: true }), row("call", {})];
  expect(refs(withoutNoise(rows, ""))).toEqual(["call"]);
});

test("one hot reload message hides its connection completely, and no other", () => {
  const rows = [
    row("open", { kind: "websocket", id: "hmr" }),
    row("greeting", { kind: "websocket", id: "hmr", isNoise: true }),
    row("price", { kind: "websocket", id: "feed" }),
    row("call", { id: "hmr" }),
  ];
  expect(refs(withoutNoise(rows, ""))).toEqual(["price", "call"]);
});

test("the row that is open stays", () => {
  expect(refs(withoutNoise([row("file", { isNoise: true })], "file"))).toEqual(["file"]);
});
