// The gate of AI Web Pilot: commands run while the switch is on and end when it is turned off.

import { PILOT_COMMAND_CHARS } from "../../generated/limits.js";
import type { Query } from "../../generated/wire.js";
import { deferred } from "../deferred.js";
import { Failure } from "../tabs/failure.js";
import type { CommandHistory } from "./commandHistory.js";
import type { PilotSwitch } from "./pilotSwitch.js";

/** The work of a command; the signal is aborted when the pilot is turned off. */
export type Command = (signal: AbortSignal) => Promise<unknown>;

export type Gate = (query: Query, command: Command) => Promise<unknown>;

export function pilotDisabled(hint: string): Failure {
  return new Failure(
    "ai_web_pilot_disabled",
    "Enable 'AI Web Pilot' in extension popup to use this tool",
    hint,
  );
}

const ASK_PERSON = "Only the user can do this: ask them, then call again.";
const SWITCHED_OFF =
  "The user turned it off while this was running: it was stopped, and part of it may be done. Ask before you call again.";

export class PilotGate {
  private readonly running = new Set<AbortController>();

  constructor(
    private readonly pilot: Pick<PilotSwitch, "enabled">,
    private readonly journal: Pick<CommandHistory, "begin">,
  ) {}

  readonly pass: Gate = async (query, command) => {
    const { client = "", type: tool } = query;
    const ended = this.journal.begin({ client, tool, command: messageOf(query) });
    try {
      const answer = await this.run(command);
      ended(isFailed(answer) ? "failed" : "ok");
      return answer;
    } catch (error) {
      ended(error instanceof Failure ? error.code : "extension_error");
      throw error;
    }
  };

  /** Ends what is running: it is answered at once. */
  close(): void {
    for (const controller of this.running) controller.abort();
  }

  private async run(command: Command): Promise<unknown> {
    if (!this.pilot.enabled) throw pilotDisabled(ASK_PERSON);
    const controller = new AbortController();
    const off = deferred<never>();
    controller.signal.addEventListener("abort", () => off.reject(pilotDisabled(SWITCHED_OFF)));
    this.running.add(controller);
    const answer = command(controller.signal);
    // The loser of the race still ends by itself; nothing waits for it.
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, off.promise]);
    } finally {
      this.running.delete(controller);
    }
  }
}

function isFailed(answer: unknown): boolean {
  return typeof answer === "object" && answer !== null && "success" in answer && answer.success === false;
}

/** Shown to the user: the script, the selector, or the state operation. */
function messageOf({ params = {} }: Query): string {
  const { script, selector, action, snapshotName } = params as Record<string, string | undefined>;
  const words = script ?? selector ?? [action, snapshotName].filter(Boolean).join(" ");
  return words.slice(0, PILOT_COMMAND_CHARS);
}
