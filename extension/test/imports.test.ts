// The table of imports: one world does not reach into another.
import { expect, test } from "vitest";
import { MAY_IMPORT, violationsIn } from "../imports.mjs";

test("what the table names is allowed, and so is the folder itself", () => {
  const source =
    'import { a } from "./b.js";\nimport type { C } from "../core/c.js";\nimport "../../shared/d.js";';
  expect(violationsIn("extension/src/page/network/a.ts", source)).toEqual([]);
});

test.each([
  ["extension/src/page/network/a.ts", '"../../worker/b.js"', "page/network → worker"],
  ["extension/src/page/websocket/a.ts", '"../network/b.js"', "page/websocket → page/network"],
  ["extension/src/content/a.ts", '"../page/core/b.js"', "content → page/core"],
  ["extension/src/shared/a.ts", '"../dom/b.js"', "shared → dom"],
  ["extension/src/new/a.ts", '"../dom/b.js"', "new/a.ts → dom"],
  ["dashboard/src/views/a.tsx", '"../../../extension/src/generated/wire.js"', "dashboard → generated"],
])("%s must not import %s", (file, path, edge) => {
  expect(violationsIn(file, `import { b } from ${path};`)).toEqual([edge]);
  expect(violationsIn(file, `import type { B } from ${path};`)).toEqual([edge]);
  expect(violationsIn(file, `await import(${path});`)).toEqual([edge]);
});

test("the table names no folder that it does not list", () => {
  const named = Object.values(MAY_IMPORT).flat();
  expect(named.filter((name) => !(name in MAY_IMPORT))).toEqual([]);
});
