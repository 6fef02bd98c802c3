// What the worker and the page's world agree on for a script of AI Web Pilot.

export interface RunOptions {
  timeoutMs: number;
  /** An event of this name on the document ends the script; random for each. */
  stopEvent: string;
}

export type RunOutcome =
  | { kind: "returned"; json: string }
  | { kind: "thrown"; error: string; stack: string }
  | { kind: "timeout" }
  | { kind: "stopped" };

/** What stacks call a script; its runner is on the line before it. */
export const SCRIPT_NAME = "gasoline-script.js";
