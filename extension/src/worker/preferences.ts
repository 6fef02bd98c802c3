// The settings as the worker follows them.
import { DEFAULTS, LOCAL_KEYS, readSettings, type Settings } from "../shared/settings.js";

export class Preferences {
  current: Settings = { ...DEFAULTS };

  async load(): Promise<void> {
    this.current = readSettings(await chrome.storage.local.get([...LOCAL_KEYS]));
  }

  async change(changes: Partial<Settings>): Promise<void> {
    await chrome.storage.local.set(changes);
    await this.load();
  }
}
