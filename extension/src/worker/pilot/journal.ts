// What AI Web Pilot was asked lately, for the popup; storage.session keeps it while the worker sleeps.
import { PILOT_COMMANDS_SHOWN } from "../../generated/limits.js";
import type { PilotCommand } from "../../shared/messages.js";

const KEY = "pilotCommands";

export class Journal {
  /** The newest first. */
  commands: PilotCommand[] = [];

  constructor(
    private readonly area: chrome.storage.StorageArea,
    private readonly onChange: () => void,
  ) {}

  async load(): Promise<void> {
    const { [KEY]: stored } = await this.area.get(KEY);
    if (Array.isArray(stored)) this.commands = stored as PilotCommand[];
  }

  add(command: Omit<PilotCommand, "time">): void {
    const time = new Date().toISOString();
    this.commands = [{ time, ...command }, ...this.commands].slice(0, PILOT_COMMANDS_SHOWN);
    // A full storage costs the list after a restart, and nothing else.
    this.area.set({ [KEY]: this.commands }).catch(() => undefined);
    this.onChange();
  }
}
