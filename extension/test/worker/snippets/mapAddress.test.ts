// Where scripts say that their map is.
import { expect, test } from "vitest";
import { mapAddress } from "../../../src/worker/snippets/mapAddress.js";

const NONE = new Headers();

test.each([
  ["f();\n//# sourceMappingURL=a.js.map", "a.js.map"],
  ["f();//# sourceMappingURL=a.js.map\n\n", "a.js.map"],
  ["f();\n//@ sourceMappingURL=a.js.map\n//# debugId=1", "a.js.map"],
  ["f();\n//# sourceMappingURL=old.map\n//# sourceMappingURL=new.map", "new.map"],
  ["//# sourceMappingURL=inner.map\nf();", null],
  ['eval("g();\\n//# sourceMappingURL=inner.map\\n");', null],
  ["f('sourceMappingURL=x')", null],
  ["/*# sourceMappingURL=a.css.map */", null],
  ["", null],
])("%j has its map at %j", (script, address) => {
  expect(mapAddress(script.split("\n"), NONE)).toBe(address);
});

test("a header wins over the comment", () => {
  const lines = ["//# sourceMappingURL=a.js.map"];
  expect(mapAddress(lines, new Headers({ SourceMap: "b.map" }))).toBe("b.map");
  expect(mapAddress(lines, new Headers({ "X-SourceMap": "c.map" }))).toBe("c.map");
});
