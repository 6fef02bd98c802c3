// Inserts deadline checks into a script's loops and functions, and determines its return value.
import { type Expression, type Node, type Options, parse, parseExpressionAt, tokenizer } from "acorn";

/** Text that goes in before a position of the script; closers are brackets that end something there. */
interface Insertion {
  at: number;
  text: string;
  isCloser: boolean;
}

export interface Instrumented {
  /** The body of an async function, line by line as the script. */
  code: string;
  /** The place in the script, for a place in the code; lines and columns count from 1. */
  placeOf: (line: number, column: number) => { line: number; column: number } | null;
}

/** What the parser says; line and column count from 1. */
export class ScriptSyntaxError extends Error {
  constructor(
    message: string,
    readonly line: number,
    readonly column: number,
  ) {
    super(message);
  }
}

const OPTIONS: Options = {
  ecmaVersion: "latest",
  sourceType: "script",
  allowAwaitOutsideFunction: true,
  allowReturnOutsideFunction: true,
  // It would be the first line of a function.
  allowHashBang: false,
};

const DECLARATION = /^(async\s+)?function\b|^class\b/;
/** Line ends as the engine counts them; some may be part of a string. */
const LINE_ENDS = /\r\n?|[\n\u2028\u2029]/g;

const LOOPS = new Set([
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
]);
const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** `guard` is the name that the checks find their guard under. */
export function instrumentScript(script: string, guard: string): Instrumented {
  const expression = asExpression(script);
  const root = expression ?? program(script);
  const insertions: Insertion[] = expression === null ? returnOf(root) : wrap(expression, "return (", ")", 0);
  for (const node of nodesOf(root)) insertions.push(...checksOf(node, guard));
  const sorted = inOrder(insertions);
  return { code: splice(script, sorted), placeOf: (line, column) => placeIn(script, sorted, line, column) };
}

/** `{a: 1}` is an object here, not a block. */
function asExpression(script: string): Expression | null {
  try {
    const node = parseExpressionAt(script, 0, OPTIONS);
    const rest = [...tokenizer(script.slice(node.end), OPTIONS)];
    const isAll = rest.every(({ type }) => type.label === ";");
    return isAll && !declaresFirst(script, node.start) ? node : null;
  } catch {
    return null;
  }
}

/** `function f() {}` and in the next line `(f())` are two statements, and read as an expression a call. */
function declaresFirst(script: string, start: number): boolean {
  if (!DECLARATION.test(script.slice(start))) return false;
  try {
    return parse(script, OPTIONS).body.filter(({ type }) => type !== "EmptyStatement").length > 1;
  } catch {
    return false;
  }
}

function program(script: string): Node {
  try {
    return parse(script, OPTIONS);
  } catch (error) {
    throw syntaxError(error);
  }
}

function syntaxError(error: unknown): ScriptSyntaxError {
  const { message, loc } = error as { message: string; loc?: { line: number; column: number } };
  // Nested too deeply for the parser.
  if (loc === undefined) return new ScriptSyntaxError(message, 1, 1);
  return new ScriptSyntaxError(message.replace(/ \(\d+:\d+\)$/, ""), loc.line, loc.column + 1);
}

/** Statements without a `return` of their own return what the last one is, as on the console. */
function returnOf(root: Node): Insertion[] {
  const { body } = root as Node & { body: Node[] };
  const last = body.at(-1);
  if (last?.type !== "ExpressionStatement" || hasReturn(root)) return [];
  return [{ at: last.start, text: "return ", isCloser: false }];
}

function hasReturn(root: Node): boolean {
  for (const node of nodesOf(root, (inner) => !FUNCTIONS.has(inner.type)))
    if (node.type === "ReturnStatement") return true;
  return false;
}

function checksOf(node: Node, guard: string): Insertion[] {
  const check = `if(--${guard}.n<0)${guard}.t();`;
  if (LOOPS.has(node.type)) return intoBody((node as Node & { body: Node }).body, check);
  if (!FUNCTIONS.has(node.type)) return [];
  const { body } = node as Node & { body: Node };
  if (body.type === "BlockStatement") return intoBody(body, check);
  return wrap(body, `(--${guard}.n<0&&${guard}.t(),`, ")");
}

function intoBody(body: Node, check: string): Insertion[] {
  if (body.type !== "BlockStatement") return wrap(body, `{${check}`, "}");
  const directives = (body as Node & { body: (Node & { directive?: string })[] }).body.filter(
    ({ directive }) => directive !== undefined,
  );
  const last = directives.at(-1);
  // A directive may stand without its semicolon.
  if (last !== undefined) return [{ at: last.end, text: `;${check}`, isCloser: false }];
  return [{ at: body.start + 1, text: check, isCloser: false }];
}

function wrap(node: Node, before: string, after: string, at = node.start): Insertion[] {
  return [
    { at, text: before, isCloser: false },
    { at: node.end, text: after, isCloser: true },
  ];
}

/** Every node, outer before inner, without recursion: scripts may be deep. */
function* nodesOf(root: Node, enters: (node: Node) => boolean = () => true): Generator<Node> {
  const waiting: Node[] = [root];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    yield node;
    for (const child of Object.values(node).flat()) if (isNode(child) && enters(child)) waiting.push(child);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}

/** At one place what ends comes before what begins, and inner things end before outer ones. */
function inOrder(insertions: Insertion[]): Insertion[] {
  const numbered = insertions.map((insertion, number) => ({ insertion, number }));
  numbered.sort(
    (a, b) =>
      a.insertion.at - b.insertion.at ||
      Number(b.insertion.isCloser) - Number(a.insertion.isCloser) ||
      (a.insertion.isCloser ? b.number - a.number : a.number - b.number),
  );
  return numbered.map(({ insertion }) => insertion);
}

function splice(script: string, insertions: Insertion[]): string {
  let code = "";
  let from = 0;
  for (const { at, text } of insertions) {
    code += script.slice(from, at) + text;
    from = at;
  }
  return code + script.slice(from);
}

/** No insertion has a line break, so that only columns move. */
function placeIn(script: string, insertions: Insertion[], line: number, column: number) {
  const ends = [...script.matchAll(LINE_ENDS)];
  if (line < 1 || line > ends.length + 1) return null;
  const before = ends[line - 2];
  const lineStart = before === undefined ? 0 : before.index + before[0].length;
  const lineEnd = ends[line - 1]?.index ?? script.length;
  let left = column;
  for (const { at, text } of insertions) {
    if (at < lineStart || at > lineEnd) continue;
    if (at - lineStart >= left - 1) break;
    left = Math.max(left - text.length, at - lineStart + 1);
  }
  return { line, column: left };
}
