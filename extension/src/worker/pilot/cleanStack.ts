// A script's stack with positions in the script and without our own frames.
import { isFrameLine, withoutEvalOrigin } from "#platform/worker/stackLines.js";
import { scriptName } from "../../shared/pilotRun.js";
import type { Instrumented } from "./instrumentScript.js";
import { scriptLine } from "./program.js";

const PLACE = new RegExp(`${scriptName("(\\w+)")}:(\\d+):(\\d+)`);
/** How a place in the script is written; there is one script only. */
const SHOWN_NAME = "script";
/** A script before this one left a function behind; only its lines are known. */
const EARLIER_NAME = "earlier script";

export interface Source {
  instrumented: Instrumented;
  guard: string;
}

export function cleanStack(stack: string, source: Source): string {
  const lines: string[] = [];
  for (const line of stack.split("\n")) {
    const place = isFrameLine(line) ? PLACE.exec(line) : null;
    const shown = place === null ? line : shownFrame(line, place, source);
    // Everything from our runner down is ours.
    if (shown === null) break;
    lines.push(shown);
  }
  return lines.join("\n");
}

function shownFrame(frame: string, place: RegExpExecArray, source: Source): string | null {
  const { instrumented, guard } = source;
  const line = scriptLine(Number(place[2]));
  if (place[1] !== guard) return withoutEvalOrigin(frame.replace(PLACE, `${EARLIER_NAME}:${line}`));
  const own = instrumented.placeOf(line, Number(place[3]));
  return own && withoutEvalOrigin(frame.replace(PLACE, `${SHOWN_NAME}:${own.line}:${own.column}`));
}
