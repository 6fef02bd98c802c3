// Checks the rules for code that runs in the page's world, where a page may have replaced every global and every method.
// `node extension/pageRules.mjs` checks everything that page.js and runner.js are made of; see docs/architecture.md.
import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import { build, transformSync } from "esbuild";
import { TARGETS } from "./buildTargets.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
/** page.js, and what is injected later and takes its natives from page.js. */
const ENTRIES = [
  "src/page/index.ts",
  "src/page/context/begin.ts",
  "src/page/bodies/begin.ts",
  "src/page/failures/begin.ts",
  "src/page/websocket/begin.ts",
  "src/page/pilot/begin.ts",
];
/** Takes the natives before the page's first script: the one place that may name them. */
const NATIVES = "src/page/core/natives.ts";

/** A page cannot replace these. */
const SAFE_GLOBALS = new Set(["undefined", "NaN", "Infinity", "document", "window", "arguments"]);
const PARAMETER_PROPERTY = /(?<=constructor\([^)]*)\b(?:private|public|readonly) [^,)]*/g;
const TYPED_ARRAY = /^Native(Uint|Int|Float)\d+Array$/;

const BUILT_INS = [Array, String, RegExp, Promise, Function, Map, Set, WeakMap, Number, Object];
const BUILT_IN_METHODS = new Set(BUILT_INS.flatMap((built) => Object.getOwnPropertyNames(built.prototype)));

/** What is wrong in a file: `[{ rule, code }]`. `ownMethods` are names that our own classes and interfaces use. */
export function violationsIn(typescript, ownMethods = new Set()) {
  const { code } = transformSync(typescript, { loader: "ts", target: "esnext", supported: { using: true } });
  const file = {
    code,
    tree: parse(code, { ecmaVersion: "latest", sourceType: "module" }),
    ownMethods,
    found: [],
  };
  file.declared = declaredNames(file.tree);
  file.setterFree = setterFreeNames(file.tree);
  visit(file.tree, { depth: 0, parent: null }, file);
  // The build shortens the name of the assignment only: it would run a setter of Object.prototype.
  for (const [code] of typescript.matchAll(PARAMETER_PROPERTY))
    file.found.push({ rule: "a parameter property is assigned before it is defined: declare a field", code });
  return file.found;
}

/** Names of methods and of properties that hold functions, in TypeScript source: calls by such a name may be ours. */
export function methodNamesIn(typescript) {
  const members =
    /(?:^ {2,}|[{;] )(?:(?:private|public|readonly|static|async|get|set) )*(\w+)\??(?:\(|: \(|: <| = \()/gm;
  return [...typescript.matchAll(members)].map(([, name]) => name);
}

function visit(node, { depth, parent }, file) {
  const report = (rule) =>
    file.found.push({ rule, code: file.code.slice(node.start, node.end).split("\n")[0] });
  RULES[node.type]?.(node, { report, file, parent, isLater: depth > 0 });
  // One that is called where it stands, as an enum is, runs with the code around it.
  const isCalledHere = parent?.type === "CallExpression" && parent.callee === node;
  const inside = isFunction(node) && !isCalledHere ? depth + 1 : depth;
  for (const child of childrenOf(node)) visit(child, { depth: inside, parent: node }, file);
}

/** By the kind of node. `isLater`: within a function, and so perhaps after the page's first script. */
const RULES = {
  ForOfStatement: (_, { report }) => report("for-of runs the page's iterator: count an index"),
  SpreadElement: (_, { report, parent, isLater }) => {
    if (isLater && parent.type !== "ObjectExpression")
      report("spread runs the page's iterator: use append or apply");
  },
  ArrayPattern: (_, { report, isLater }) =>
    isLater && report("destructuring an array runs the page's iterator"),
  YieldExpression: (_, { report }) => report("generators use prototypes that the page can change"),
  AwaitExpression: (_, { report }) => report("await looks up the page's Promise: use promiseThen"),
  TaggedTemplateExpression: (_, { report }) => report("a tagged template makes an array the page can see"),
  BinaryExpression: (node, { report, isLater }) => {
    if (isLater && node.operator === "instanceof")
      report("instanceof asks the page: compare prototypes or call a native");
  },
  AssignmentExpression: (node, context) => checkAssignment(node.left, context),
  UpdateExpression: (node, context) => checkAssignment(node.argument, context),
  CallExpression: (node, context) => {
    checkMethod(node.callee, context);
    checkDictionaries(node, context);
  },
  NewExpression: (node, context) => checkDictionaries(node, context),
  Identifier: (node, { report, file, parent, isLater }) => {
    if (!isLater || !isReference(node, parent) || file.declared.has(node.name)) return;
    if (!SAFE_GLOBALS.has(node.name))
      report(`the global ${node.name} may be the page's: take it in natives.ts`);
  },
  MemberExpression: (node, { report, isLater }) => {
    const isHost =
      node.object.type === "Identifier" && /^(window|document|globalThis)$/.test(node.object.name);
    if (isLater && isHost)
      report("a property of the window or the document may be the page's: take its getter in natives.ts");
  },
};

function checkAssignment(target, { report, file, isLater }) {
  if (
    !isLater ||
    target.type !== "MemberExpression" ||
    !target.computed ||
    target.property.type === "Literal"
  )
    return;
  const { object } = target;
  const name = object.type === "MemberExpression" ? object.property.name : object.name;
  if (!file.setterFree.has(name)) {
    report(
      "index assignment runs a setter of Array.prototype or Object.prototype: use append, or an object without a prototype",
    );
  }
}

function checkMethod(callee, { report, file, isLater }) {
  if (!isLater || callee.type !== "MemberExpression") return;
  const name = callee.computed ? callee.property.value : callee.property.name;
  if (BUILT_IN_METHODS.has(name) && !file.ownMethods.has(name)) {
    report(`the method ${name} may be the page's: take it in natives.ts`);
  }
}

/** An object that a native reads as options: what it lacks would come from the page's Object.prototype. */
function checkDictionaries({ callee, arguments: args }, { report, isLater }) {
  const isNative = /^(Native\w+|defineProperty|dispatch|listenTo|observe)$/.test(callee.name ?? "");
  if (!isLater || !isNative) return;
  if (args.some((each) => each.type === "ObjectExpression" && !hasNullPrototype(each))) {
    report("a native reads missing options from the page's Object.prototype: add __proto__: null");
  }
}

function isReference(node, parent) {
  if (parent.type === "MemberExpression") return parent.object === node || parent.computed;
  if (parent.type === "Property") return parent.value === node || parent.computed;
  if (/^(PropertyDefinition|MethodDefinition)$/.test(parent.type))
    return parent.value === node || parent.computed;
  return !/^(LabeledStatement|BreakStatement|ContinueStatement|ImportSpecifier|ExportSpecifier|MetaProperty)$/.test(
    parent.type,
  );
}

/** All names that the file declares anywhere; a global that is shadowed elsewhere is not worth a scope analysis. */
function declaredNames(tree) {
  const names = new Set();
  const declare = (pattern) => {
    if (pattern?.type === "Identifier") names.add(pattern.name);
    else if (pattern?.type === "Property") declare(pattern.value);
    else if (pattern?.type === "AssignmentPattern") declare(pattern.left);
    else if (pattern?.type === "RestElement") declare(pattern.argument);
    else if (pattern?.type === "ObjectPattern") pattern.properties.forEach(declare);
    else if (pattern?.type === "ArrayPattern") pattern.elements.forEach(declare);
  };
  eachNode(tree, (node) => {
    if (isFunction(node)) node.params.forEach(declare);
    if (/^(Function|Class)/.test(node.type)) declare(node.id);
    if (node.type === "VariableDeclarator") declare(node.id);
    if (node.type === "CatchClause") declare(node.param);
    if (/^Import\w*Specifier$/.test(node.type)) declare(node.local);
  });
  return names;
}

/** Names of variables and fields that hold a typed array or an object without a prototype. */
function setterFreeNames(tree) {
  const names = new Set();
  eachNode(tree, (node) => {
    const value = node.init ?? node.right ?? node.value;
    if (!isSetterFree(value)) return;
    const target = node.id ?? node.left ?? node.key;
    names.add(target?.name ?? target?.property?.name);
  });
  return names;
}

function isSetterFree(value) {
  if (value?.type === "NewExpression") return TYPED_ARRAY.test(value.callee.name);
  return value?.type === "ObjectExpression" && hasNullPrototype(value);
}

function hasNullPrototype({ properties }) {
  return properties.some(({ key, value }) => key?.name === "__proto__" && value.raw === "null");
}

function isFunction({ type }) {
  return /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);
}

function eachNode(node, look) {
  look(node);
  for (const child of childrenOf(node)) eachNode(child, look);
}

function childrenOf(node) {
  return Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string");
}

/** The files that page.js is made of in any browser, without libraries and generated tables, and those that are named. */
async function filesOfPage(more) {
  const options = { entryPoints: ENTRIES, absWorkingDir: HERE, bundle: true, write: false, metafile: true };
  const builds = Object.values(TARGETS).map((target) =>
    build({ ...options, ...target.esbuild, outdir: "out", format: "iife", logLevel: "error" }),
  );
  const inputs = (await Promise.all(builds)).flatMap(({ metafile }) => Object.keys(metafile.inputs));
  const files = inputs.filter((file) => file.startsWith("src/") && !file.startsWith("src/generated/"));
  return [...new Set(files), ...more.map((file) => relative(HERE, file))];
}

async function main() {
  const files = await filesOfPage(process.argv.slice(2));
  const sources = new Map(files.map((file) => [file, readFileSync(join(HERE, file), "utf8")]));
  const ownMethods = new Set([...sources.values()].flatMap(methodNamesIn));
  const lines = files
    .filter((file) => file !== NATIVES)
    .flatMap((file) =>
      violationsIn(sources.get(file), ownMethods).map(
        ({ rule, code }) => `extension/${file}: ${rule}\n    ${code}`,
      ),
    );
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
