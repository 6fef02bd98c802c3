// The recent AI Web Pilot commands for the popup; kept in storage.session while the worker sleeps.

import { PILOT_COMMANDS_SHOWN } from "../../generated/limits.js";
import type { PilotCommand } from "../../shared/messages.js";

const KEY = "pilotCommands";

const RUNNING = "running";
/** The worker was stopped meanwhile; it is unknown how far the command got. */
const INTERRUPTED = "interrupted";

export class CommandHistory {
  /** The newest first. */
  commands: PilotCommand[] = [];

  constructor(
    private readonly area: chrome.storage.StorageArea,
    private readonly onChange: () => void,
  ) {}

  async load(): Promise<void> {
    const { [KEY]: stored } = await this.area.get(KEY);
    if (!Array.isArray(stored)) return;
    this.commands = (stored as PilotCommand[]).map((command) =>
      command.result === RUNNING ? { ...command, result: INTERRUPTED } : command,
    );
  }

  /** Listed before it begins, because the worker may be stopped. Returns the function that sets its result. */
  begin(command: Omit<PilotCommand, "time" | "result">): (result: string) => void {
    const entry: PilotCommand = { time: new Date().toISOString(), ...command, result: RUNNING };
    this.commands = [entry, ...this.commands].slice(0, PILOT_COMMANDS_SHOWN);
    this.changed();
    return (result) => {
      entry.result = result;
      this.changed();
    };
  }

  private changed(): void {
    // A full storage only loses the list after a restart.
    this.area.set({ [KEY]: this.commands }).catch(() => undefined);
    this.onChange();
  }
}
