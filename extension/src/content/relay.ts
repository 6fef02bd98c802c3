// The relay: settings to the page, chunks to the worker, flushes to and fro.
import type { StreamName } from "../generated/wire.js";
import type { Chunk, Dropped, FromPage, ToContent, Wake } from "../shared/messages.js";
import { LOCAL_KEYS, readSettings, type Settings } from "../shared/settings.js";
import { isCapturedSite } from "../shared/sites.js";
import { isStreamOn } from "../shared/streamSwitches.js";
import { Channel } from "./channel.js";
import { Link } from "./link.js";
import { Parcels } from "./parcels.js";
import { showPilot } from "./pilotMark.js";

type Changes = Record<string, chrome.storage.StorageChange>;

/** Records in this world what the page's own world need not see. */
export interface Recorder {
  /** While it runs, only the settings are new; without any they are not known yet. */
  start: (settings?: Settings) => void;
  stop: () => void;
  /** Hands over everything up to now. */
  flush: () => void;
}

export type HandOver = (chunks: Chunk[], dropped: Dropped) => void;

/** A recorder and the stream whose switch it follows. */
export interface RecorderRow {
  stream: StreamName;
  record: (handOver: HandOver) => Recorder;
}

export class Relay {
  /** As stored; null until they have been read. */
  private stored: Record<string, unknown> | null = null;
  private isRetired = false;
  private flushed: string | null = null;
  /** Flushes that were asked for before the settings were read: what the page holds until then belongs to them. */
  private earlyFlushes: string[] = [];
  private readonly parcels: Parcels;
  private readonly channel: Channel;
  private readonly link: Link;
  private readonly recorders: readonly { stream: StreamName; recorder: Recorder }[];

  /** `origin` is the site that the settings know. */
  constructor(
    client: string,
    private readonly origin: string,
    rows: readonly RecorderRow[] = [],
  ) {
    this.parcels = new Parcels(client);
    this.link = new Link({
      onOpen: () => this.resend(),
      onMessage: (message) => this.fromWorker(message),
      hasWork: () => this.parcels.hasUnacknowledged,
      // Nobody waits for its scripts any more, and nobody could end them.
      onLost: () => this.channel.send({ type: "stop" }),
      onOrphaned: () => this.retire(),
    });
    this.channel = new Channel(
      (message) => this.fromPage(message),
      () => this.tellSettings(),
    );
    const handOver: HandOver = (chunks, dropped) =>
      this.pass(chunks, dropped, this.stored === null || undefined);
    this.recorders = rows.map(({ stream, record }) => ({ stream, recorder: record(handOver) }));
    // At once, as in the page's world: what comes before the settings is marked as early.
    for (const { recorder } of this.recorders) recorder.start();
    addEventListener("pageshow", this.reopen);
    document.addEventListener("prerenderingchange", this.shown);
    chrome.storage.onChanged.addListener(this.onChanged);
    chrome.runtime.onMessage.addListener(this.onWake);
  }

  async start(): Promise<void> {
    // At once: from now on the worker waits for this page when it flushes.
    this.link.open();
    try {
      const stored = await chrome.storage.local.get([...LOCAL_KEYS]);
      this.stored ??= stored;
    } catch {
      // The extension went away in between.
      return this.retire();
    }
    this.applySettings();
  }

  /** Ends this instance: a newer one takes over, or the extension is gone. The page is left as without us. */
  retire(): void {
    if (this.isRetired) return;
    this.isRetired = true;
    for (const { recorder } of this.recorders) recorder.stop();
    showPilot({ enabled: false, mark: false });
    this.channel.send({ type: "stop" });
    this.channel.send({ type: "settings", settings: readSettings({}), captured: false });
    this.channel.close();
    this.link.close();
    removeEventListener("pageshow", this.reopen);
    document.removeEventListener("prerenderingchange", this.shown);
    // Optional all along: of an orphan's `chrome`, parts are missing.
    chrome.storage?.onChanged?.removeListener(this.onChanged);
    chrome.runtime?.onMessage?.removeListener(this.onWake);
  }

  /** The worker is here and wants to talk, now. */
  wake(): void {
    if (this.isCaptured()) this.link.open();
  }

  private applySettings(): void {
    if (this.isRetired) return;
    this.tellSettings();
    const settings = readSettings(this.stored);
    for (const { stream, recorder } of this.recorders) {
      if (this.isRecorded(stream)) recorder.start(settings);
      else recorder.stop();
    }
    if (!this.isCaptured()) return this.link.close();
    this.link.open();
    for (const id of this.earlyFlushes.splice(0)) this.flush(id);
  }

  private tellSettings(): void {
    if (this.stored === null) return;
    // Which other sites a person works on is not for the page's world.
    const settings: Settings = { ...readSettings(this.stored), disabledSites: [], capturedSites: [] };
    this.channel.send({ type: "settings", settings, captured: this.isCaptured() });
  }

  private isCaptured(): boolean {
    return this.stored !== null && isCapturedSite(this.origin, readSettings(this.stored));
  }

  private isRecorded(stream: StreamName): boolean {
    return this.isCaptured() && isStreamOn(stream, readSettings(this.stored));
  }

  private flushRecorders(): void {
    for (const { recorder } of this.recorders) recorder.flush();
  }

  private pass(chunks: readonly Chunk[], dropped: Dropped, early?: true): void {
    const parcels = this.parcels.wrap(chunks, dropped, early);
    // A port that opens sends everything that waits.
    if (!this.link.isOpen && parcels.length > 0) return this.link.rouse();
    for (const parcel of parcels) this.link.post({ type: "parcel", parcel });
  }

  private fromPage(message: FromPage): void {
    switch (message.type) {
      case "chunks":
        // A dialog's answer comes after the click that opened it.
        if (message.chunks.some(({ stream }) => stream === "actions")) this.flushRecorders();
        return this.pass(message.chunks, message.dropped, message.early);
      case "flushed":
        this.flushed = message.id;
        return;
      case "ran":
      case "expecting":
        this.link.post(message);
        return;
      default:
        message satisfies never;
    }
  }

  private fromWorker(message: ToContent): void {
    switch (message.type) {
      case "have":
        return this.parcels.release(message.seq);
      case "flush":
        return this.flush(message.id);
      case "pilot":
        return showPilot(message);
      case "server":
        this.link.isServerHere = message.isHere;
        return;
      case "run":
      case "expect":
      case "stop":
        return this.channel.send(message);
      default:
        message satisfies never;
    }
  }

  /** The page answers within the call, after its last chunk; one that has no page world has nothing to say. */
  private flush(id: string): void {
    if (this.stored === null) {
      this.earlyFlushes.push(id);
      return;
    }
    this.flushRecorders();
    this.channel.send({ type: "flush", id });
    this.link.post({ type: "flushed", id: this.flushed ?? id });
    this.flushed = null;
  }

  private resend(): void {
    const [first, ...others] = this.parcels.unacknowledged();
    if (first === undefined) return;
    this.link.post({ type: "parcel", parcel: first, maybeDelivered: true });
    for (const parcel of others) this.link.post({ type: "parcel", parcel });
  }

  /** Back from the back/forward cache, where ports do not live. */
  private readonly reopen = (): void => this.wake();

  /** A page that was rendered in advance is shown: only for a new port it is the tab's top frame. */
  private readonly shown = (): void => {
    this.link.close();
    this.wake();
  };

  private readonly onWake = (message: Wake): void => {
    if (message.type === "wake") this.wake();
  };

  private readonly onChanged = (changes: Changes, area: string): void => {
    if (area !== "local" || this.stored === null) return;
    const relevant = LOCAL_KEYS.filter((key) => key in changes);
    if (relevant.length === 0) return;
    for (const key of relevant) this.stored[key] = changes[key]?.newValue;
    this.applySettings();
  };
}
