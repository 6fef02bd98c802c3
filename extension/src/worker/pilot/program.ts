// The text that runs in the page: the script as the body of an async function, its name at the end.
import { scriptName } from "../../shared/run.js";
import type { Instrumented } from "./instrument.js";

/** The lines before the script: that on which its function begins. */
const LINES_BEFORE = 1;

/** What `new Function` puts before its body. */
const FUNCTION_LINES = 2;

export interface Program {
  id: string;
  timeoutMs: number;
  /** The name that the script's checks find their guard under; random, and all that the script sees of ours. */
  guard: string;
  code: string;
}

export function programOf({ code }: Instrumented, timeoutMs: number, guard: string): Program {
  return { id: unguessable(), timeoutMs, guard, code };
}

/** For a function whose argument is the guard. */
export function asFunctionBody({ guard, code }: Program): string {
  return named(guard, `return(async function(){\n${code}\n})()`);
}

/** A complete script, which hands itself to the gate; its value is what the gate says. */
export function asScript({ guard, code }: Program, gate: string, secret: string): string {
  return named(guard, `${gate}("${secret}",function(${guard}){return(async function(){\n${code}\n})()})`);
}

export function unguessable(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Which line of the script a line of the running text is. */
export function scriptLine(line: number, way: "script" | "function"): number {
  return line - LINES_BEFORE - (way === "function" ? FUNCTION_LINES : 0);
}

function named(guard: string, text: string): string {
  return `${text}\n//# sourceURL=${scriptName(guard)}`;
}
