// The settings as the worker follows them.
import { DEFAULTS, LOCAL_KEYS, readSettings, type Settings } from "../shared/settings.js";
import type { OwnDefaults } from "./ownDefaults.js";

const ADOPTED = "adoptedServerUrl";

export class Preferences {
  current: Settings = { ...DEFAULTS };

  /** The server of `gasoline browser`. */
  async adopt({ serverUrl }: OwnDefaults): Promise<void> {
    const { [ADOPTED]: adopted } = await chrome.storage.local.get(ADOPTED);
    // Once per address, so that a later choice of the user is kept.
    if (serverUrl === undefined || serverUrl === adopted) return;
    await chrome.storage.local.set({ serverUrl, [ADOPTED]: serverUrl });
  }

  async load(): Promise<void> {
    this.current = readSettings(await chrome.storage.local.get([...LOCAL_KEYS]));
  }

  async change(changes: Partial<Settings>): Promise<void> {
    await chrome.storage.local.set(changes);
    await this.load();
  }
}
