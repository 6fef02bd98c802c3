// Which property names page.js may shorten: those that our own types declare, and that nobody else can mean.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "acorn";
import { build, transformSync } from "esbuild";
import { BUILT_IN_NAMES } from "./builtInNames.mjs";
import { shareNatives, shortName } from "./nativeNames.mjs";
import { privateNamesIn } from "./privateNames.mjs";
import { takeFromPage } from "./takeFromPage.mjs";

const HERE = dirname(fileURLToPath(import.meta.url));
const PAGE = "src/page/index.ts";

/** What page.js offers to a page, see annotations.ts. */
const FOR_THE_PAGE = ["annotate", "removeAnnotation", "clearAnnotations", "getContext"];

const TYPE_BODY = /\b(?:interface \w+[^{;]*|type \w+[^={;]* = )\{\n(?<body>[\s\S]*?)\n\}/g;
const TYPE_MEMBER = /^ +(?:readonly )?(?<name>\w+)\??(?:[:(]|<[^>]*>\()/gm;
/** A member that is not a function. */
const FIELD = /^ +(?:readonly )?(?<name>\w+)\??: (?!.*=>)/gm;
const INLINE_MEMBER = /[{;] (?:readonly )?(?<name>\w+)\??:/g;
/** What comes as JSON or goes as JSON: messages with the content script, and what a script of AI Web Pilot is run with. */
const FOREIGN = ["messages", "settings", "pilotRun", "lateParts"];

/**
 * The names that our types and classes declare, in `sources` of TypeScript, without those that a browser, a message
 * (`foreign`: sources of its types) or a text in the sources has: such a name may be looked up on an object that is not ours.
 */
export function ownNamesIn(sources, foreign = []) {
  const names = new Set(sources.flatMap(declaredIn));
  for (const name of [...BUILT_IN_NAMES, ...FOR_THE_PAGE]) names.delete(name);
  for (const name of foreign.flatMap(membersIn)) names.delete(name);
  for (const tree of sources.map(treeOf))
    for (const name of [...textsIn(tree), ...listedIn(tree)]) names.delete(name);
  return [...new Set([...names, ...privateNamesIn(sources)])].sort();
}

/**
 * For esbuild: what to shorten in page.js and in its parts. A name that both have is always shortened to the same one, also in
 * other versions: a page may be older than the extension.
 */
export async function namesToShorten(target, partEntries) {
  const [page, parts] = await Promise.all([
    inputsOf([PAGE], target, shareNatives()),
    inputsOf(partEntries, target, takeFromPage({ "natives.ts": "natives" })),
  ]);
  const own = ownNamesIn([...page, ...parts, ...filesIn("src/page")], FOREIGN.map(readShared));
  const [usedByPage, usedByParts] = [page, parts].map((sources) => new Set(sources.flatMap(usedIn)));
  const shared = own.filter((name) => usedByPage.has(name) && usedByParts.has(name));
  const cache = Object.fromEntries(shared.map((name) => [name, shortName(name)]));
  refuseCollisions(Object.values(cache), new Set([...usedByPage, ...usedByParts, ...BUILT_IN_NAMES]));
  return {
    page: { mangleProps: matching(own), mangleCache: cache },
    part: { mangleProps: matching(shared), mangleCache: cache },
  };
}

function refuseCollisions(short, taken) {
  if (new Set(short).size < short.length)
    throw new Error("Two names have the same short name: rename one of them.");
  for (const name of short)
    if (taken.has(name)) throw new Error(`"${name}" is short for another name: rename it.`);
}

function matching(names) {
  return new RegExp(`^(?:${names.join("|")})$`);
}

async function inputsOf(entryPoints, target, plugin) {
  const { metafile } = await build({
    absWorkingDir: HERE,
    entryPoints,
    bundle: true,
    write: false,
    metafile: true,
    outdir: "out",
    logLevel: "error",
    plugins: [plugin],
    ...target.esbuild,
  });
  return Object.keys(metafile.inputs).map((file) => readFileSync(join(HERE, file), "utf8"));
}

function readShared(name) {
  return readFileSync(join(HERE, `src/shared/${name}.ts`), "utf8");
}

function filesIn(folder) {
  const files = readdirSync(join(HERE, folder), { recursive: true }).filter((file) => file.endsWith(".ts"));
  return files.map((file) => readFileSync(join(HERE, folder, file), "utf8"));
}

function declaredIn(source) {
  const members = nodesOf(treeOf(source)).filter(({ type }) =>
    /^(MethodDefinition|PropertyDefinition)$/.test(type),
  );
  return [
    ...membersOfTypes(source),
    ...members.filter(({ computed }) => !computed).map(({ key }) => key.name),
  ];
}

function membersOfTypes(source) {
  return typeMembers(source, TYPE_MEMBER);
}

/** The names of what objects of our types hold, in TypeScript. */
export function fieldsIn(source) {
  return typeMembers(source, FIELD);
}

function typeMembers(source, member) {
  const bodies = [...source.matchAll(TYPE_BODY)].map(({ groups }) => groups.body);
  return bodies.flatMap((body) => [...body.matchAll(member)].map(({ groups }) => groups.name));
}

function membersIn(source) {
  return [...membersOfTypes(source), ...[...source.matchAll(INLINE_MEMBER)].map(({ groups }) => groups.name)];
}

/** The names of the properties that a source reads, writes or defines. */
function usedIn(source) {
  return nodesOf(treeOf(source)).flatMap((node) => {
    if (node.computed) return [];
    if (node.type === "MemberExpression") return [node.property.name];
    return /^(Property|MethodDefinition|PropertyDefinition)$/.test(node.type) ? [node.key.name] : [];
  });
}

function textsIn(tree) {
  return nodesOf(tree).flatMap(({ type, value }) => (type === "Literal" ? [value] : []));
}

/** The keys of tables that are read by `Object.keys`. */
function listedIn(tree) {
  const nodes = nodesOf(tree);
  const lists = nodes.filter(
    ({ type, callee }) => type === "CallExpression" && callee.property?.name === "keys",
  );
  const listed = new Set(lists.map((call) => call.arguments[0]?.name));
  const tables = nodes.filter(({ id, init }) => init?.type === "ObjectExpression" && listed.has(id.name));
  return tables.flatMap(({ init }) => init.properties.map(({ key }) => key?.name));
}

function treeOf(source) {
  const { code } = transformSync(source, { loader: "ts", target: "esnext" });
  return parse(code, { ecmaVersion: "latest", sourceType: "module" });
}

function nodesOf(node) {
  const children = Object.values(node)
    .flat()
    .filter((value) => typeof value?.type === "string");
  return [node, ...children.flatMap(nodesOf)];
}
