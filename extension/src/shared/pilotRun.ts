// What the worker, the content script and the injected runner agree on for a script of AI Web Pilot.

/** For the runner, as an argument that the page does not see. */
export interface RunOrder {
  /** Random. */
  id: string;
  timeoutMs: number;
  /** A function expression whose argument is the guard; absent where the script comes as code (userScripts). */
  text: string | undefined;
}

/** `__proto__`: a page may give everything that inherits from Object.prototype a `then`. */
export type RunOutcome = { __proto__?: null } & Outcome;

type Outcome =
  /** A text, a number, a boolean or null goes as it is; everything else as JSON text. */
  | { kind: "returned"; value: string | number | boolean | null }
  | { kind: "returned"; json: string }
  | { kind: "thrown"; error: string; stack: string }
  /** The page's content security policy forbids it. */
  | { kind: "blocked"; error: string }
  /** The page has put its own function in the place of a built-in that the runner cannot do without. */
  | { kind: "replaced"; name: "eval" | "Promise" }
  /** `page.js` is not in the page. */
  | { kind: "notReady" }
  | { kind: "timeout" }
  | { kind: "stopped" };

/** Worker → content script: a script begins or has ended, or it has to end now. */
export type ScriptOrder = { type: "scriptBegins" | "scriptEnded" | "stopScript"; id: string };

/** On the document: content script → runner, "is the script of this id here?" */
export const scriptAsk = (id: string) => `${id}?`;
/** On the runner's node. */
export const STOP_SCRIPT = "stop";

/** Where page.js leaves the natives that it took before the page's first script: a property that cannot be replaced. */
export const NATIVES_KEY = "__gasolineNatives";

/** The name of a script in stacks; unique, because a script may call functions that an earlier one left behind. */
export const scriptName = (guard: string) => `gasoline-script-${guard}.js`;
