// The AI Web Pilot switch: one cached value, mirrored in three storage areas and sent to the server at once.
import { localItems, OFF_OWED_KEY, PILOT_KEY } from "../../shared/pilotStorage.js";
import { DEFAULTS } from "../../shared/settings.js";

export const PILOT_ECHO_MS = 2_000; // how long an earlier move of the pilot's switch may come back as a late write

/** In order of precedence: sync first. */
function areas(): chrome.storage.StorageArea[] {
  return [chrome.storage.sync, chrome.storage.local, chrome.storage.session];
}

/** A failing area does not affect the others. */
async function write(to: chrome.storage.StorageArea[], enabled: boolean): Promise<void> {
  await Promise.allSettled(to.map((area) => writeTo(area, enabled)));
}

/** Usually the popup has already written it; `sync` limits writes per minute. */
async function writeTo(area: chrome.storage.StorageArea, enabled: boolean): Promise<void> {
  if ((await area.get(PILOT_KEY))[PILOT_KEY] !== enabled) await area.set({ [PILOT_KEY]: enabled });
}

export class PilotSwitch {
  enabled: boolean = DEFAULTS.aiWebPilotEnabled;
  private turns: Promise<void> = Promise.resolve();
  private unwritten = 0;
  /** The user switched off, and sync has not confirmed it yet. */
  private owesOff = false;
  /** When the user last set the switch to each value. */
  private readonly moved = new Map<boolean, number>();

  constructor(private readonly onChange: (enabled: boolean) => void) {}

  /** At the start: the best value that is stored, written to the areas that say something else. */
  async repair(): Promise<void> {
    const stored = await Promise.all(areas().map((area) => area.get([PILOT_KEY, OFF_OWED_KEY])));
    this.owesOff = stored.some((items) => items[OFF_OWED_KEY] === true);
    const values = stored.map((items) => items[PILOT_KEY]);
    const value = this.owesOff ? false : values.find((candidate) => typeof candidate === "boolean");
    if (value === undefined) return;
    this.cache(value);
    await write(areas(), value);
    await this.confirmOff();
  }

  /** The user changed the switch. Writes are sequential, so that the last change wins. */
  async set(enabled: boolean): Promise<void> {
    this.moved.set(enabled, performance.now());
    this.cache(enabled);
    this.owesOff = !enabled;
    this.unwritten += 1;
    await this.inTurn(async () => {
      // Written first, so that an "off" survives any interruption.
      await chrome.storage.local.set(localItems(enabled)).catch(() => undefined);
      await write(areas(), enabled);
      this.unwritten -= 1;
      await this.confirmOff();
    });
  }

  /** Retries an "off" that sync refused. */
  async settle(): Promise<void> {
    if (!this.owesOff) return;
    await this.inTurn(async () => {
      if (this.owesOff) await write([chrome.storage.sync], false);
      await this.confirmOff();
    });
  }

  /**
   * `sync` changed: by us, by the popup, or because the same person moved the switch in another browser. The event may be
   * late and its value an old one, so it is only a reason to read what is stored once our own writes are through.
   */
  async synced(): Promise<void> {
    if (this.owesOff) return this.settle();
    await this.inTurn(async () => {
      const { [PILOT_KEY]: value } = await chrome.storage.sync.get(PILOT_KEY);
      if (typeof value !== "boolean" || value === this.enabled || this.unwritten > 0) return;
      if (this.wasJustMovedTo(value)) await write([chrome.storage.sync], this.enabled);
      else await this.follow(value);
    });
  }

  /** Kept until sync confirms it. */
  private async confirmOff(): Promise<void> {
    if (!this.owesOff || (await chrome.storage.sync.get(PILOT_KEY))[PILOT_KEY] !== false) return;
    this.owesOff = false;
    await chrome.storage.local.set({ [OFF_OWED_KEY]: false });
  }

  /** Never writes to `sync`: two browsers would react to each other endlessly. */
  private async follow(value: boolean): Promise<void> {
    this.cache(value);
    await chrome.storage.local.set({ [PILOT_KEY]: value, [OFF_OWED_KEY]: false }).catch(() => undefined);
    await write([chrome.storage.session], value);
  }

  /** A late write of an earlier change by the same user; the last change counts. */
  private wasJustMovedTo(value: boolean): boolean {
    const at = this.moved.get(value);
    return at !== undefined && performance.now() - at < PILOT_ECHO_MS;
  }

  /** Runs tasks sequentially; a failing task does not block the next. */
  private inTurn(work: () => Promise<void>): Promise<void> {
    this.turns = this.turns.then(work).catch(() => undefined);
    return this.turns;
  }

  private cache(enabled: boolean): void {
    if (enabled === this.enabled) return;
    this.enabled = enabled;
    this.onChange(enabled);
  }
}
