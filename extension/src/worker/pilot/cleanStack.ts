// A script's stack as its author wrote it: places in the script, our own frames cut.
import { SCRIPT_NAME } from "../../shared/run.js";
import type { Instrumented } from "./instrument.js";
import { scriptLine } from "./program.js";

const PLACE = new RegExp(`${SCRIPT_NAME.replaceAll(".", "\\.")}:(\\d+):(\\d+)`);
/** How a place in the script is written; there is one script only. */
const SHOWN_NAME = "script";

export function cleanStack(stack: string, instrumented: Instrumented, way: "script" | "function"): string {
  const lines: string[] = [];
  for (const line of stack.split("\n")) {
    const place = PLACE.exec(line);
    if (place === null) {
      lines.push(line);
      continue;
    }
    const own = instrumented.placeOf(scriptLine(Number(place[1]), way), Number(place[2]));
    // From our runner on, everything below is ours.
    if (own === null) break;
    lines.push(tidy(line.replace(PLACE, `${SHOWN_NAME}:${own.line}:${own.column}`)));
  }
  return lines.join("\n");
}

/** `at eval (eval at run (…), script:1:7)` says where the text came from, which is here. */
function tidy(line: string): string {
  return line.replace(/\(eval at .*, (script:\d+:\d+)\)/, "($1)");
}
