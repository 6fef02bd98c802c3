// The AI Web Pilot switch: one cached value, mirrored in three storage areas, told to the server at once.
import { DEFAULTS } from "../shared/settings.js";

const KEY = "aiWebPilotEnabled";

/** Best first: what sync says wins. */
function areas(): chrome.storage.StorageArea[] {
  return [chrome.storage.sync, chrome.storage.local, chrome.storage.session];
}

export class Pilot {
  enabled: boolean = DEFAULTS.aiWebPilotEnabled;
  private writes: Promise<unknown> = Promise.resolve();

  constructor(private readonly onChange: (enabled: boolean) => void) {}

  /** At the start: the best value that is stored, written to the areas that say something else. */
  async repair(): Promise<void> {
    const stored = await Promise.all(areas().map(async (area) => (await area.get(KEY))[KEY]));
    const value = stored.find((candidate) => typeof candidate === "boolean");
    if (value === undefined) return;
    this.cache(value);
    await Promise.all(areas().map((area, at) => stored[at] !== value && area.set({ [KEY]: value })));
  }

  /** The person moved the switch. Writes follow each other, so that the last move is the one that stays. */
  async set(enabled: boolean): Promise<void> {
    this.cache(enabled);
    this.writes = this.writes.then(() => Promise.all(areas().map((area) => area.set({ [KEY]: enabled }))));
    await this.writes;
  }

  /** The same person moved it in another browser. */
  async synced(value: unknown): Promise<void> {
    if (typeof value === "boolean" && value !== this.enabled) await this.set(value);
  }

  private cache(enabled: boolean): void {
    if (enabled === this.enabled) return;
    this.enabled = enabled;
    this.onChange(enabled);
  }
}
