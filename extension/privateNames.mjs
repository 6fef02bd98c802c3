// The names of private members that are never used on anything but `this`: page.js may shorten them, whatever they are.
import { parse } from "acorn";
import { transformSync } from "esbuild";

/** Of the sources of a whole bundle, in TypeScript or JavaScript. */
export function privateNamesIn(sources) {
  const names = new Set(sources.flatMap(declaredPrivate));
  for (const source of sources) {
    const { code } = transformSync(source, { loader: "ts", target: "esnext" });
    removeOtherUses(parse(code, { ecmaVersion: "latest", sourceType: "module" }), names);
  }
  return [...names].sort();
}

function declaredPrivate(source) {
  const members = /\bprivate (?:(?:readonly|static|async|get|set) )*(?<name>\w+)/g;
  return [...source.matchAll(members)].map(({ groups }) => groups.name);
}

function removeOtherUses(node, names) {
  names.delete(otherUse(node));
  for (const child of childrenOf(node)) removeOtherUses(child, names);
}

/** A name that this node uses, and perhaps on an object that is not ours. */
function otherUse(node) {
  switch (node.type) {
    case "MemberExpression":
      return node.computed || node.object.type === "ThisExpression" ? undefined : node.property.name;
    // Of an object literal or of a pattern.
    case "Property":
      return node.computed ? undefined : node.key.name;
    // It may be looked up by its text.
    case "Literal":
      return node.value;
    default:
      return undefined;
  }
}

/** `const { name } = this` uses the name on `this`: of such a pattern only the default values are of interest. */
function childrenOf(node) {
  if (node.type === "VariableDeclarator" && node.init?.type === "ThisExpression")
    return node.id.properties?.map(({ value }) => value) ?? [node.id];
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string");
}
