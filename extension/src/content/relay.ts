// The relay: settings to the page, chunks to the worker, flushes in both directions.
import type { StreamName } from "../generated/wire.js";
import type { PartName } from "../shared/lateParts.js";
import type { Chunk, Dropped, FromPage, PartRequest, ToContent, Wake } from "../shared/messages.js";
import { LOCAL_KEYS, readSettings, type Settings } from "../shared/settings.js";
import { isCapturedSite } from "../shared/sites.js";
import { isStreamOn } from "../shared/streamSwitches.js";
import { PageChannel } from "./pageChannel.js";
import { Parcels } from "./parcels.js";
import { showPilot } from "./pilotMark.js";
import { RunningScripts } from "./runningScripts.js";
import { WorkerLink } from "./workerLink.js";

type Changes = Record<string, chrome.storage.StorageChange>;

/** Records events in the isolated world. */
export interface Recorder {
  /** If it is already running, only updates the settings; undefined settings are not known yet. */
  start: (settings?: Settings) => void;
  stop: () => void;
  /** Sends everything so far. */
  flush: () => void;
  /** Socket messages have arrived in the page. */
  messagesCame?: () => void;
}

export type HandOver = (chunks: Chunk[], dropped: Dropped) => void;

/** A recorder and the stream whose switch it follows. */
export interface RecorderRow {
  stream: StreamName;
  record: (handOver: HandOver) => Recorder;
}

export class Relay {
  /** The stored settings; null until they have been read. */
  private stored: Record<string, unknown> | null = null;
  private isRetired = false;
  /** The page takes the pilot's mark away again and again. */
  private isMarkHidden = false;
  /** The page gets its settings now, and hands over within the call what it recorded under those before. */
  private isTelling = false;
  /** Flushes requested before the settings were read; they include the events held until then. */
  private earlyFlushes: string[] = [];
  /** Requested parts by name; if the worker stops before it has injected one, it is asked again. */
  private readonly partRequests = new Map<PartName, PartRequest>();
  private readonly parcels: Parcels;
  private readonly channel: PageChannel;
  private readonly link: WorkerLink;
  private readonly scripts = new RunningScripts();
  private readonly recorders: readonly { stream: StreamName; recorder: Recorder }[];

  /** `origin` is the site that the settings know; `isUntrusted`: see untrustedFrame.ts. */
  constructor(
    client: string,
    private readonly origin: string,
    rows: readonly RecorderRow[] = [],
    isUntrusted = false,
  ) {
    this.parcels = new Parcels(client, isUntrusted);
    this.link = new WorkerLink({
      onOpen: () => this.resend(),
      onMessage: (message) => this.fromWorker(message),
      hasWork: () => this.parcels.hasUnacknowledged,
      // No caller waits for its scripts any more, and nothing else could end them.
      onLost: () => this.scripts.stopAll(),
      onOrphaned: () => this.retire(),
    });
    this.channel = new PageChannel(
      (message) => this.fromPage(message),
      () => this.sendSettings(),
    );
    const handOver: HandOver = (chunks, dropped) => this.pass(chunks, dropped, this.stored === null);
    this.recorders = rows.map(({ stream, record }) => ({ stream, recorder: record(handOver) }));
    // Started at once, like in the page world; events before the settings are marked as early.
    for (const { recorder } of this.recorders) recorder.start();
    addEventListener("pageshow", this.reopen);
    addEventListener("pagehide", this.hiding, true);
    document.addEventListener("prerenderingchange", this.shown);
    chrome.storage.onChanged.addListener(this.onChanged);
    chrome.runtime.onMessage.addListener(this.onWake);
  }

  async start(): Promise<void> {
    // Connected at once, so that the worker's flushes include this page.
    this.link.open();
    await this.readSettings();
  }

  /** Ends this instance, because a newer one takes over or the extension is gone. The page is left unchanged. */
  retire(): void {
    if (this.isRetired) return;
    this.isRetired = true;
    for (const { recorder } of this.recorders) recorder.stop();
    showPilot({ enabled: false, mark: false });
    this.scripts.stopAll();
    this.channel.send({ type: "settings", settings: readSettings({}), captured: false });
    this.channel.close();
    this.link.close();
    removeEventListener("pageshow", this.reopen);
    removeEventListener("pagehide", this.hiding, true);
    removeEventListener("pagehide", this.hidden);
    document.removeEventListener("prerenderingchange", this.shown);
    // Optional all along: of an orphan's `chrome`, parts are missing.
    chrome.storage?.onChanged?.removeListener(this.onChanged);
    chrome.runtime?.onMessage?.removeListener(this.onWake);
  }

  /** The worker is here and wants to talk, now. */
  wake(): void {
    if (this.isCaptured()) this.link.open();
  }

  private async readSettings(): Promise<void> {
    try {
      this.stored = await chrome.storage.local.get([...LOCAL_KEYS]);
    } catch {
      // The extension went away in between.
      return this.retire();
    }
    this.applySettings();
  }

  private applySettings(): void {
    if (this.isRetired) return;
    this.sendSettings();
    const settings = readSettings(this.stored);
    for (const { stream, recorder } of this.recorders) {
      if (this.isRecorded(stream)) recorder.start(settings);
      else recorder.stop();
    }
    if (!this.isCaptured()) {
      showPilot({ enabled: false, mark: false });
      return this.link.close();
    }
    this.link.open();
    for (const id of this.earlyFlushes.splice(0)) this.flush(id);
  }

  private sendSettings(): void {
    if (this.stored === null) return;
    // The page world must not learn which other sites the user captures.
    const settings: Settings = { ...readSettings(this.stored), disabledSites: [], capturedSites: [] };
    this.isTelling = true;
    this.channel.send({ type: "settings", settings, captured: this.isCaptured() });
    this.isTelling = false;
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

  private messagesCame(): void {
    for (const { recorder } of this.recorders) recorder.messagesCame?.();
  }

  private pass(chunks: readonly Chunk[], dropped: Dropped, early?: boolean): void {
    const parcels = this.parcels.wrap(chunks, dropped, early);
    // A port that opens sends everything that waits.
    if (!this.link.isOpen && parcels.length > 0) return this.link.rouse();
    for (const parcel of parcels) this.link.post({ type: "parcel", parcel });
  }

  private fromPage(message: FromPage): void {
    switch (message.type) {
      case "chunks":
        if (this.stored !== null && !this.isCaptured() && !this.isTelling) return;
        // A dialog's answer comes after the click that opened it.
        if (message.chunks.some(({ stream }) => stream === "actions")) this.flushRecorders();
        if (message.chunks.some(({ stream }) => stream === "websocket_events")) this.messagesCame();
        return this.pass(message.chunks, message.dropped, message.early);
      case "part":
        this.partRequests.set(message.name, message);
        if (this.link.isOpen) this.link.post(message);
        else this.link.rouse();
        return;
      case "flushed":
        // It came within the call of `flush`, which says so itself.
        return;
      default:
        message satisfies never;
    }
  }

  private fromWorker(message: ToContent): void {
    switch (message.type) {
      case "have":
        return this.parcels.release(message.seq);
      case "injected":
        return this.partInjected(message.key);
      case "flush":
        return this.flush(message.id);
      case "pilot":
        return showPilot(message, () => this.markHidden());
      case "server":
        this.link.isServerHere = message.isHere;
        return;
      case "scriptBegins":
        return this.scripts.begin(message.id);
      case "scriptEnded":
        return this.scripts.ended(message.id);
      case "stopScript":
        return this.scripts.stop(message.id);
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
    this.link.post({ type: "flushed", id });
  }

  /** Said again to each worker: a later one does not know it. */
  private markHidden(): void {
    this.isMarkHidden = true;
    this.link.post({ type: "markHidden" });
  }

  private partInjected(key: string): void {
    for (const [name, request] of this.partRequests) if (request.key === key) this.partRequests.delete(name);
  }

  private resend(): void {
    for (const request of this.partRequests.values()) this.link.post(request);
    if (this.isMarkHidden) this.link.post({ type: "markHidden" });
    const [first, ...others] = this.parcels.unacknowledged();
    if (first === undefined) return;
    this.link.post({ type: "parcel", parcel: first, maybeDelivered: true });
    for (const parcel of others) this.link.post({ type: "parcel", parcel });
  }

  /** `hidden` must run after every other listener, because whatever those record belongs to this port. */
  private readonly hiding = (): void => {
    removeEventListener("pagehide", this.hidden);
    addEventListener("pagehide", this.hidden);
  };

  /** Into the back/forward cache, perhaps: there a page cannot answer a flush, and only Chromium closes its port. */
  private readonly hidden = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.scripts.stopAll();
    this.link.suspend();
  };

  /** Back from the back/forward cache, where a page learns nothing of changed settings. */
  private readonly reopen = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    this.link.resume();
    this.wake();
    void this.readSettings();
  };

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
