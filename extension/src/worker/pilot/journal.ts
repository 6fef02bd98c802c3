// What AI Web Pilot was asked lately, for the popup; storage.session keeps it while the worker sleeps.
import { PILOT_COMMANDS_SHOWN } from "../../generated/limits.js";
import type { PilotCommand } from "../../shared/messages.js";

const KEY = "pilotCommands";

const RUNNING = "running";
/** The worker died meanwhile; how far it came is not known. */
const INTERRUPTED = "interrupted";

export class Journal {
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

  /** On the list before it begins: the worker may die meanwhile. Returns how to say how it ended. */
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
    // A full storage costs the list after a restart, and nothing else.
    this.area.set({ [KEY]: this.commands }).catch(() => undefined);
    this.onChange();
  }
}
