// The function around a line, found by how people lay out their code.
import { expect, test } from "vitest";
import { functionAround } from "../../../src/worker/snippets/functionAround.js";

/** `named` for the place of `here` in the code. */
function around(code: string, named = "t"): string | undefined {
  const lines = code.split("\n");
  const index = lines.findIndex((line) => line.includes("here"));
  return functionAround(lines, index + 1, (lines[index] ?? "").indexOf("here") + 1, named);
}

test.each([
  ["function pay() {\n  if (x) {\n    here();\n  }\n}", "pay"],
  ["export default async function* pay<T>(x: T) {\n  here();\n}", "pay"],
  ["const pay = async (a, b) => {\n\n  here();\n};", "pay"],
  ["const pay: Handler = (event) => {\n  here();\n};", "pay"],
  ["const pay = (a) => a.here;", "pay"],
  ["const pay = function () {\n  here();\n};", "pay"],
  [
    "class Cart {\n  private async pay(a: number): Promise<void> {\n    try {\n      here();\n    } catch {}\n  }\n}",
    "pay",
  ],
  ["export default {\n  methods: {\n    pay() {\n      here();\n    },\n  },\n};", "pay"],
  ["const x = {\n  pay: (a) => {\n    here();\n  },\n};", "pay"],
  ["export function Cart({\n  items,\n}: Props) {\n  return here;\n}", "Cart"],
  ["const Cart = ({\n  items,\n}: Props) => {\n  return here;\n};", "Cart"],
  ["function pay() {\n  if (a) {\n    b();\n  } else {\n    here();\n  }\n}", "pay"],
])("of %j it is %j", (code, name) => {
  expect(around(code)).toBe(name);
});

test.each([
  "function pay() {\n  items.forEach((item) => {\n    here();\n  });\n}",
  "function pay() {\n  return items.map((item) => item.here);\n}",
  "const pay = useCallback(async () => {\n  here();\n}, []);",
  "class Cart {\n  total = here;\n}",
  "here();",
  `function pay() {\n${"  x();\n".repeat(600)}  here();\n}`,
])("of %j nothing is said", (code) => {
  expect(around(code)).toBeUndefined();
});

test("a name of the stack that the source declares is kept", () => {
  expect(around("const pay = weird(\n  function checkout() {\n    here();\n})", "Object.checkout")).toBe(
    "checkout",
  );
  expect(around("class Cart {\n  constructor() {\n    here();\n  }\n}", "new Cart")).toBe("Cart");
});

test("a function that the browser has no name for has none", () => {
  expect(around("function pay() {\n  here();\n}", "")).toBeUndefined();
  expect(around("function pay() {\n  here();\n}", "HTMLButtonElement.<anonymous>")).toBeUndefined();
});
