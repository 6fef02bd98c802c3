// What the worker and the page's world agree on for a script of AI Web Pilot.

/** A script that the page's world compiles itself: the body of a function whose argument is the guard. */
export interface RunRequest {
  id: string;
  timeoutMs: number;
  guard: string;
  body: string;
}

/** A script that userScripts will bring: it calls the gate with the secret and with what there is to run. */
export interface ExpectRequest {
  id: string;
  timeoutMs: number;
  secret: string;
}

export type RunOutcome =
  | { kind: "returned"; json: string }
  | { kind: "thrown"; error: string; stack: string }
  /** The page's policy forbids it. */
  | { kind: "blocked"; error: string }
  | { kind: "timeout" }
  | { kind: "stopped" };

/** What the page's world says about a script. */
export type RunReply =
  /** `gate` is the name of the function that waits for the script. */
  { type: "expecting"; id: string; gate: string } | { type: "ran"; id: string; outcome: RunOutcome };

/** The worker's orders about scripts; without an id, all of them end. */
export type RunOrder =
  | ({ type: "run" } & RunRequest)
  | ({ type: "expect" } & ExpectRequest)
  | { type: "stop"; id?: string };

/** What stacks call a script; another for each, because one may call what an earlier one left behind. */
export const scriptName = (guard: string) => `gasoline-script-${guard}.js`;
