// The AI Web Pilot switch: one cached value, mirrored in three storage areas, told to the server at once.
import { PILOT_ECHO_MS } from "../generated/limits.js";
import { localItems, OFF_OWED_KEY, PILOT_KEY } from "../shared/pilotSwitch.js";
import { DEFAULTS } from "../shared/settings.js";

/** Best first: what sync says wins. */
function areas(): chrome.storage.StorageArea[] {
  return [chrome.storage.sync, chrome.storage.local, chrome.storage.session];
}

/** An area that refuses keeps the others from nothing. */
async function write(to: chrome.storage.StorageArea[], enabled: boolean): Promise<void> {
  await Promise.allSettled(to.map((area) => writeTo(area, enabled)));
}

/** Mostly the popup was there before; `sync` takes so many writes a minute and refuses the rest. */
async function writeTo(area: chrome.storage.StorageArea, enabled: boolean): Promise<void> {
  if ((await area.get(PILOT_KEY))[PILOT_KEY] !== enabled) await area.set({ [PILOT_KEY]: enabled });
}

export class Pilot {
  enabled: boolean = DEFAULTS.aiWebPilotEnabled;
  private turns: Promise<void> = Promise.resolve();
  private unwritten = 0;
  /** The person switched off, and sync does not say so yet. */
  private owesOff = false;
  /** When the person last moved the switch to each value. */
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

  /** The person moved the switch. Writes follow each other, so that the last move is the one that stays. */
  async set(enabled: boolean): Promise<void> {
    this.moved.set(enabled, performance.now());
    this.cache(enabled);
    this.owesOff = !enabled;
    this.unwritten += 1;
    await this.inTurn(async () => {
      // First of all: whatever comes between now and the end, an "off" is not forgotten.
      await chrome.storage.local.set(localItems(enabled)).catch(() => undefined);
      await write(areas(), enabled);
      this.unwritten -= 1;
      await this.confirmOff();
    });
  }

  /** Brings an "off" that sync refused there after all. */
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

  /** Owed until sync says it itself. */
  private async confirmOff(): Promise<void> {
    if (!this.owesOff || (await chrome.storage.sync.get(PILOT_KEY))[PILOT_KEY] !== false) return;
    this.owesOff = false;
    await chrome.storage.local.set({ [OFF_OWED_KEY]: false });
  }

  /** Never writes to `sync`: an answer to what came from there would be answered by the other browser in turn. */
  private async follow(value: boolean): Promise<void> {
    this.cache(value);
    await chrome.storage.local.set({ [PILOT_KEY]: value, [OFF_OWED_KEY]: false }).catch(() => undefined);
    await write([chrome.storage.session], value);
  }

  /** Then it is an earlier move of this person's that the popup's write brought late; the last move counts. */
  private wasJustMovedTo(value: boolean): boolean {
    const at = this.moved.get(value);
    return at !== undefined && performance.now() - at < PILOT_ECHO_MS;
  }

  /** One after the other; one that fails must not keep the next from its turn. */
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
