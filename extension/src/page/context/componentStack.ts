// Component stacks as frameworks log them: the names of the components, from the leaf to the root.
import { componentStackText, functionName, isFrame } from "#platform/page/stackFormat.js";
import { append, charCode, indexOf, itemAt, slice, split, startsWith } from "../core/natives.js";
import { readText } from "../core/readSafely.js";
import { STACK_CHARS } from "../core/stacks.js";
import { isOneOf } from "./component.js";
import { COMPONENT_HOPS } from "./deadline.js";

export interface ComponentStack {
  framework: "react" | "vue";
  names: string[];
}

/** A component fails in its own function, or in one that it calls. */
const FRAMES = 5;
const NAME_CHARS = 3;

const VUE_WARNING = "[Vue warn]";
const ANNOUNCEMENT = "Unhandled error during";
const FOUND_IN = "\n\nfound in\n\n";
const CULPRIT = "above error occurred in the <";

/** What a framework says about components in a call of the console; nothing in most calls. */
export function componentStackIn(args: readonly unknown[]): ComponentStack | null {
  const first = itemAt(args, 0);
  if (typeof first === "string" && startsWith(first, VUE_WARNING)) return vueTrace(first, args);
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    // A boundary's `componentDidCatch` gets the stack in an object, and often logs it so.
    const given = typeof arg === "string" ? arg : readText(arg, "componentStack");
    if (given.length > STACK_CHARS) continue;
    const text = componentStackText(given);
    if (indexOf(text, "\n    ") < 0) continue;
    const names = reactNames(text);
    if (names.length > 0) return { framework: "react", names };
  }
  return null;
}

/** Whether a warning of Vue says where an error comes from that is not there yet. */
export function announcesError(args: readonly unknown[]): boolean {
  const first = itemAt(args, 0);
  return typeof first === "string" && startsWith(first, VUE_WARNING) && indexOf(first, ANNOUNCEMENT) >= 0;
}

/** React 19 names the component that failed and not those around it. */
export function culpritIn(args: readonly unknown[]): string {
  for (let i = 0; i < args.length; i++) {
    const text = args[i];
    if (typeof text !== "string") continue;
    const at = indexOf(text, CULPRIT);
    if (at >= 0) return wordAt(text, at + CULPRIT.length);
  }
  return "";
}

/** Functions that a stack names, innermost first. Minified names are left out: they say nothing. */
export function functionsIn(stack: string): string[] {
  const names: string[] = [];
  const lines = split(stack, "\n");
  for (let i = 0; i < lines.length && names.length < FRAMES; i++) {
    const line = lines[i] as string;
    const name = isFrame(line) ? functionName(line) : "";
    if (name.length >= NAME_CHARS) append(names, name);
  }
  return names;
}

/** Vue 3 gives each component an argument, ` at <Name prop=…`; Vue 2 lists them in the text, `---> <Name> at file`. */
function vueTrace(first: string, args: readonly unknown[]): ComponentStack | null {
  const names: string[] = [];
  const at = indexOf(first, FOUND_IN);
  if (at >= 0) addBracketed(names, split(slice(first, at + FOUND_IN.length), "\n"));
  for (let i = 1; i < args.length && i < COMPONENT_HOPS; i++) {
    const text = args[i];
    const open = typeof text === "string" ? indexOf(text, "at <") : -1;
    if (open >= 0 && open <= 1) append(names, wordAt(text as string, open + 4));
  }
  return names.length > 0 ? { framework: "vue", names } : null;
}

function addBracketed(names: string[], lines: readonly string[]): void {
  for (let i = 0; i < lines.length && i < COMPONENT_HOPS; i++) {
    const line = lines[i] as string;
    const open = indexOf(line, "<");
    if (open >= 0) append(names, wordAt(line, open + 1));
  }
}

/** Lines such as `    at Cart (http://…)`, in React 16 `    in Cart (created by App)`; an error's own stack does not count. */
function reactNames(text: string): string[] {
  const names: string[] = [];
  const lines = split(text, "\n");
  for (let i = 0; i < lines.length && i < COMPONENT_HOPS; i++) {
    const line = lines[i] as string;
    if (!startsWith(line, "    at ") && !startsWith(line, "    in ")) continue;
    const name = wordAt(line, 7);
    if (name && !isOneOf(name, NO_COMPONENTS) && isComponentLine(line, name)) append(names, name);
  }
  return isComponentStack(text, lines) ? names : [];
}

/** A component stack begins with an empty line, or follows a message of React that ends in one. */
function isComponentStack(text: string, lines: readonly string[]): boolean {
  return itemAt(lines, 0) === "" || indexOf(text, "\n\n    ") >= 0 || indexOf(text, "\n    in ") >= 0;
}

/** What React itself puts between components. */
const NO_COMPONENTS = ["Suspense", "SuspenseList", "Activity", "Context.Provider", "Context.Consumer"];

/** Elements such as `div` have no place, or none that is known. A minified component has one. */
function isComponentLine(line: string, name: string): boolean {
  const first = charCode(name, 0);
  if (first >= 65 && first <= 90) return true;
  const place = indexOf(line, " (");
  return place >= 0 && indexOf(line, "(<anonymous>)") < 0 && !isReact16Element(line);
}

/** `    in div (created by Cart)`, `    in div (at Cart.js:12)` */
function isReact16Element(line: string): boolean {
  return startsWith(line, "    in ");
}

/** Up to a blank, a bracket or the end. */
function wordAt(text: string, start: number): string {
  for (let end = start; end < text.length; end++) {
    const char = text[end] as string;
    if (char <= " " || char === ">" || char === "(") return slice(text, start, end);
  }
  return slice(text, start);
}
