// Checks the rules for code that runs in the page's world, where a page may have replaced every global and every method.
// `node extension/pageRules.mjs` checks everything that page.js and runner.js are made of; see docs/architecture.md.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import { build, transformSync } from "esbuild";
import { TARGETS } from "./buildTargets.mjs";
import { optionalMembersIn } from "./optionalMembers.mjs";
import { fieldsIn } from "./ownNames.mjs";
import { BUILT_IN_METHODS, OWN_CALLS, OWN_TABLES } from "./pageMethods.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
/** page.js, and what is injected later and takes its natives from page.js. */
const ENTRIES = [
  "src/page/index.ts",
  "src/page/context/entry.ts",
  "src/page/bodies/entry.ts",
  "src/page/failures/entry.ts",
  "src/page/websocket/entry.ts",
  "src/page/traces/entry.ts",
  "src/page/pilot/entry.ts",
];
/** Takes the natives before the page's first script: the one place that may name them. */
const NATIVES = "src/page/core/natives.ts";
/** Implements a rule. */
const ITEM_AT = "src/shared/itemAt.ts";

/** A page cannot replace these. */
const SAFE_GLOBALS = new Set(["undefined", "NaN", "Infinity", "document", "window", "arguments"]);
const HOSTS = /^(window|document|globalThis)$/;
const PARAMETER_PROPERTY = /(?<=constructor\([^)]*)\b(?:private|public|readonly) [^,)]*/g;
const TYPED_ARRAY = /^Native(Uint|Int|Float)\d+Array$/;

/**
 * What is wrong in a file: `[{ rule, code }]`. `ownCalls` are calls of our own objects: `receiver.method`. `ownFields` are names
 * of what they hold.
 */
export function violationsIn(typescript, ownCalls = OWN_CALLS, ownFields = new Set(fieldsIn(typescript))) {
  const { code } = transformSync(typescript, { loader: "ts", target: "esnext", supported: { using: true } });
  const file = {
    code,
    tree: parse(code, { ecmaVersion: "latest", sourceType: "module" }),
    ownCalls,
    ownFields,
    found: [],
  };
  file.declared = declaredNames(file.tree);
  file.called = calledNames(file.tree);
  file.ownMembers = ownMembers(file.tree);
  file.ownObjects = namesOf(file.tree, (value) => isOwnObject(value, file.declared));
  file.plainObjects = namesOf(file.tree, isPlainObject);
  file.setterFree = setterFreeNames(file.tree);
  file.descriptors = namesOf(file.tree, isDescriptor);
  visit(file.tree, { depth: 0, parent: null, counters: [] }, file);
  for (const code of optionalMembersIn(typescript))
    file.found.push({
      rule: "an optional member that is missing comes from the page's Object.prototype: give the type `__proto__: null`",
      code,
    });
  // The build shortens the name of the assignment only: it would run a setter of Object.prototype.
  for (const [code] of typescript.matchAll(PARAMETER_PROPERTY))
    file.found.push({ rule: "a parameter property is assigned before it is defined: declare a field", code });
  return file.found;
}

function visit(node, { depth, parent, counters }, file) {
  const report = (rule) =>
    file.found.push({ rule, code: file.code.slice(node.start, node.end).split("\n")[0] });
  const counting = [...counters, ...countersOf(node)];
  RULES[node.type]?.(node, { report, file, parent, counters, isLater: depth > 0 });
  // One that is called where it stands, as an enum is, runs with the code around it.
  const isCalledHere = parent?.type === "CallExpression" && parent.callee === node;
  const inside = isFunction(node) && !isCalledHere ? depth + 1 : depth;
  for (const child of childrenOf(node))
    visit(child, { depth: inside, parent: node, counters: counting }, file);
}

/** What a loop counts, below a bound: `i` of `for (…; i < list.length; i++)`. */
function countersOf({ type, test, update }) {
  if (type !== "ForStatement" || !test || update?.type !== "UpdateExpression") return [];
  return [update.argument.name];
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
  ForInStatement: (_, { report }) => report("for-in lists what the page put on prototypes: use allKeys"),
  BinaryExpression: (node, { report, isLater }) => {
    if (isLater && node.operator === "instanceof")
      report("instanceof asks the page: compare prototypes or call a native");
    if (isLater && node.operator === "in") report("in finds what the page put on prototypes: use hasOwn");
  },
  VariableDeclarator: ({ id, init }, context) => {
    checkAlias(init, context);
    if (init?.type !== "CallExpression" || !context.file.declared.has(init.callee.name))
      checkDestructured(id, context);
  },
  AssignmentExpression: (node, context) => {
    checkAssignment(node.left, context);
    checkAlias(node.right, context);
    checkDestructured(node.left, context);
  },
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
  MemberExpression: (node, context) => {
    const { report, isLater } = context;
    checkIndex(node, context);
    if (isOfDescriptor(node, context.file)) checkDescriptor(node, context);
    else checkMethodValue(node, context);
    const isHost = node.object.type === "Identifier" && HOSTS.test(node.object.name);
    if (isLater && isHost)
      report("a property of the window or the document may be the page's: take its getter in natives.ts");
  },
};

function checkAssignment(target, { report, file, isLater }) {
  if (!isLater || target.type !== "MemberExpression") return;
  const name = nameOf(target.object);
  if (target.computed) {
    if (!file.setterFree.has(name))
      report(
        "index assignment runs a setter of Array.prototype or Object.prototype: use append, or an object without a prototype",
      );
  } else if (file.plainObjects.get(name)?.has(target.property.name) === false) {
    report(
      "a new property runs a setter of Object.prototype: name it in the literal, or add __proto__: null",
    );
  }
}

/** A read by an index that may be past the end, or by a key that may be missing. */
function checkIndex(node, { report, file, parent, counters, isLater }) {
  if (!isLater || !node.computed || counters.includes(node.property.name)) return;
  // Other rules look at what is written or called.
  if (
    [
      parent.type === "AssignmentExpression" && parent.left,
      parent.type === "UpdateExpression" && parent.argument,
      parent.callee,
    ].includes(node)
  )
    return;
  const name = nameOf(node.object);
  if (file.setterFree.has(name) || OWN_TABLES.has(name)) return;
  report("an item that is missing comes from the page's Array.prototype or Object.prototype: use itemAt");
}

/** `descriptor.value` of an accessor, `descriptor.get` of anything else. */
function checkDescriptor({ property }, { report, isLater }) {
  if (isLater && /^(value|writable|get|set)$/.test(property.name ?? ""))
    report("a descriptor without it finds that of the page's Object.prototype: use ownValue");
}

function isOfDescriptor({ object }, { descriptors }) {
  return isDescriptor(object) || descriptors.has(object.name);
}

/** `const host = window; host.fetch()` */
function checkAlias(value, { report, isLater }) {
  if (isLater && value?.type === "Identifier" && HOSTS.test(value.name))
    report("another name for the window or the document hides what is taken from it");
}

/** `const { push } = list; push(1)` */
function checkDestructured(pattern, { report, file, isLater }) {
  if (!isLater || pattern.type !== "ObjectPattern") return;
  for (const { key, value } of pattern.properties)
    if (BUILT_IN_METHODS.has(key?.name) && file.called.has(value.name))
      report(`the method ${key.name} may be the page's: take it in natives.ts`);
}

function checkMethod(callee, { report, file, isLater }) {
  if (!isLater || callee.type !== "MemberExpression") return;
  const { property, object } = callee;
  if (callee.computed && property.type !== "Literal") {
    if (!file.ownCalls.has(`${nameOf(object)}[]`))
      report("a method by a computed name may be the page's: call a native");
    return;
  }
  const name = callee.computed ? property.value : property.name;
  if (BUILT_IN_METHODS.has(name) && !isOwnCall(object, name, file))
    report(`the method ${name} may be the page's: take it in natives.ts`);
}

/** `const push = list.push`, `use(list.push)`, `(0, list.push)(1)` */
function checkMethodValue(node, { report, file, parent, isLater }) {
  const { object, property, computed } = node;
  const isElsewhere = [parent.callee, parent.type === "AssignmentExpression" && parent.left].includes(node);
  if (!isLater || computed || isElsewhere || !BUILT_IN_METHODS.has(property.name)) return;
  if (!file.ownFields.has(property.name) && !isOwnCall(object, property.name, file))
    report(`the method ${property.name} may be the page's: take it in natives.ts`);
}

function isOwnCall(receiver, method, file) {
  if (receiver.type === "ThisExpression") return file.ownMembers.has(method);
  const name = nameOf(receiver);
  return (
    isOwnObject(receiver, file.declared) ||
    file.ownObjects.has(name) ||
    file.ownCalls.has(`${name}.${method}`)
  );
}

/** The last name of `name`, `this.name` and `other.name`; `name[]` and `name()` of what is inside or is returned. */
function nameOf(node) {
  if (node.type === "ChainExpression") return nameOf(node.expression);
  if (node.type === "CallExpression") return `${nameOf(node.callee)}()`;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression") return node.name;
  return node.computed ? `${nameOf(node.object)}[]` : node.property.name;
}

/** An object that a native reads as options: what it lacks would come from the page's Object.prototype. */
function checkDictionaries({ callee, arguments: args }, { report, file, isLater }) {
  const isNative = /^(Native\w+|defineProperty|dispatch|listenTo|observe|observeNodes)$/.test(
    callee.name ?? "",
  );
  if (!isLater || !isNative) return;
  if (args.some((each) => isPlainObject(each) || file.plainObjects.has(each.name))) {
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
  return new Set(namesOf(tree, isSetterFree).keys());
}

/** The variables and fields that get such a value, each with the names of the properties in its literal. */
function namesOf(tree, isSuch) {
  const names = new Map();
  eachNode(tree, (node) => {
    const value = node.init ?? node.right ?? node.value;
    if (!value || !isSuch(value)) return;
    const target = node.id ?? node.left ?? node.key;
    names.set(target?.name ?? target?.property?.name, new Set(value.properties?.map(({ key }) => key?.name)));
  });
  return names;
}

/** What the file calls by a name alone. */
function calledNames(tree) {
  const names = new Set();
  eachNode(tree, ({ type, callee }) => {
    if (type === "CallExpression" && callee.type === "Identifier") names.add(callee.name);
  });
  return names;
}

/** The names of the members of the file's classes. */
function ownMembers(tree) {
  const names = new Set();
  eachNode(tree, ({ type, key }) => {
    if (/^(MethodDefinition|PropertyDefinition)$/.test(type)) names.add(key.name);
  });
  return names;
}

/** An object of one of our classes, or one whose methods are made of natives. */
function isOwnObject({ type, callee }, declared) {
  if (type === "CallExpression") return callee.name === "weakMap";
  return type === "NewExpression" && declared.has(callee.name) && !/^Native/.test(callee.name);
}

function isDescriptor(value) {
  if (value.type === "ChainExpression") return isDescriptor(value.expression);
  return value.type === "CallExpression" && value.callee.name === "getOwnPropertyDescriptor";
}

function isSetterFree(value) {
  if (value.type === "NewExpression") return TYPED_ARRAY.test(value.callee.name);
  return value.type === "ObjectExpression" && hasNullPrototype(value);
}

function isPlainObject(value) {
  return value.type === "ObjectExpression" && !hasNullPrototype(value);
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
  // Those of types alone are in no bundle.
  const types = readdirSync(join(HERE, "src/page"), { recursive: true }).map((file) => `src/page/${file}`);
  return [
    ...new Set([...files, ...types.filter((file) => file.endsWith(".ts"))]),
    ...more.map((file) => relative(HERE, file)),
  ];
}

async function main() {
  const files = await filesOfPage(process.argv.slice(2));
  const sources = new Map(files.map((file) => [file, readFileSync(join(HERE, file), "utf8")]));
  // Types alone are in no bundle.
  const messages = readFileSync(join(HERE, "src/shared/messages.ts"), "utf8");
  const ownFields = new Set([...sources.values(), messages].flatMap(fieldsIn));
  const lines = files
    .filter((file) => file !== NATIVES && file !== ITEM_AT)
    .flatMap((file) =>
      violationsIn(sources.get(file), OWN_CALLS, ownFields).map(
        ({ rule, code }) => `extension/${file}: ${rule}\n    ${code}`,
      ),
    );
  for (const line of lines) console.error(line);
  process.exitCode = lines.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
