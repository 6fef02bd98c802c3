// Reads scripts as JSON from stdin; returns the structure of each without literals, its strings and its calls.
import { readFileSync } from "node:fs";
import { parse } from "acorn";

const outline = (node, strings, calls) => {
  if (Array.isArray(node)) return node.map((item) => outline(item, strings, calls));
  if (node === null || typeof node !== "object" || typeof node.type !== "string") return node;
  if (node.type === "Literal" && typeof node.value === "string") {
    strings.push(node.value);
    return "string";
  }
  if (node.type === "CallExpression" && node.callee.type === "MemberExpression") {
    calls.push([node.callee.property.name, node.arguments.map((each) => each.value ?? null)]);
  }
  if (node.type === "NewExpression" && node.callee.name === "RegExp") new RegExp(node.arguments[0].value);
  const parts = Object.entries(node).filter(([key]) => !["start", "end", "raw", "range", "loc"].includes(key));
  return Object.fromEntries(parts.map(([key, value]) => [key, outline(value, strings, calls)]));
};

const scripts = JSON.parse(readFileSync(0, "utf8"));
const read = (text) => {
  const strings = [];
  const calls = [];
  const program = parse(text, { ecmaVersion: "latest", sourceType: "module" });
  return { outline: JSON.stringify(outline(program, strings, calls)), strings, calls };
};
process.stdout.write(JSON.stringify(scripts.map(read)));
