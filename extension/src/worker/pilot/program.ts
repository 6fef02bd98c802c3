// The whole text that runs in the page: our runner on one line, the script below it, its name at the end.
import { type RunOptions, SCRIPT_NAME } from "../../shared/run.js";
import type { Instrumented } from "./instrument.js";

/** src/page/run as text, put in by the build. */
declare const RUNNER: string;

/** The lines before the script: that of our runner. */
const LINES_BEFORE = 1;

/** What `new Function` puts before its body. */
const FUNCTION_LINES = 2;

export interface Program {
  /** A complete script, whose value is the outcome. */
  asScript: string;
  /** The body of a function that returns the outcome. */
  asFunctionBody: string;
}

/** The script sees the guard's name, which is random, and nothing else of ours. */
export function programOf({ code }: Instrumented, options: RunOptions, guard: string): Program {
  const runner = `(function(){${RUNNER};return gasolineRunner.run})()`;
  const start = `function(${guard}){return(async function(){\n${code}\n})()}`;
  const name = `\n//# sourceURL=${SCRIPT_NAME}`;
  const run = `${runner}(${JSON.stringify(options)},${start})`;
  return { asScript: run + name, asFunctionBody: `return ${run}${name}` };
}

/** Which line of the script a line of the running text is. */
export function scriptLine(line: number, way: "script" | "function"): number {
  return line - LINES_BEFORE - (way === "function" ? FUNCTION_LINES : 0);
}
