// The text that runs in the page: the script as the body of an async function, its name at the end.
import { type RunOrder, scriptName } from "../../shared/pilotRun.js";
import type { Instrumented } from "./instrumentScript.js";

/** The lines before the script: that on which its function begins. */
const LINES_BEFORE = 1;

export interface Program {
  id: string;
  timeoutMs: number;
  /** The name that the script's checks find their guard under; random, and the only one of our names that the script sees. */
  guard: string;
  code: string;
}

export function programOf({ code }: Instrumented, timeoutMs: number, guard: string): Program {
  return { id: unguessable(), timeoutMs, guard, code };
}

/** For the runner to compile: a function whose argument is the guard. */
export function asText(program: Program): string {
  return named(program.guard, `(${asFunction(program)})`);
}

/** A complete script for userScripts, whose value is the outcome. The runner comes last, so that lines count the same. */
export function asScript(program: Program, runner: string, order: RunOrder): string {
  const call = `((code,run)=>run(${JSON.stringify(order)},code))`;
  return named(program.guard, `${call}(${asFunction(program)},${runner})`);
}

export function unguessable(): string {
  return crypto.randomUUID().replaceAll("-", "");
}

/** Which line of the script a line of the running text is. */
export function scriptLine(line: number): number {
  return line - LINES_BEFORE;
}

function asFunction({ guard, code }: Program): string {
  return `function(${guard}){return(async function(){\n${code}\n})()}`;
}

function named(guard: string, text: string): string {
  return `${text}\n//# sourceURL=${scriptName(guard)}`;
}
