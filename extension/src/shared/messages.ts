// Every message inside the extension: one closed union per hop and direction.
import type { StreamName } from "../generated/wire.js";
import type { PartName } from "./lateParts.js";
import type { ScriptOrder } from "./pilotRun.js";
import type { Settings } from "./settings.js";

/** Events of one kind, already encoded as JSON, on their way to the server. */
export interface Chunk {
  stream: StreamName;
  /** The events, comma-separated JSON objects without the brackets. */
  events: string;
  count: number;
  /** The number of errors since the previous chunk, including repeats. */
  errors: number;
}

/** Dropped events, counted by the limit that dropped them. */
export type Dropped = Record<string, number>;

/** Page → content script, as the JSON detail of an event on the node that the two share. */
export type FromPage =
  | { type: "chunks"; chunks: Chunk[]; dropped: Dropped; early?: boolean }
  /** The answer to `flush`, after the last chunk. */
  | { type: "flushed"; id: string }
  | PartRequest;

/** A document needs a part of the page world that it does not have yet; the part is injected with the random key. */
export interface PartRequest {
  type: "part";
  name: PartName;
  key: string;
}

/** Content script → page, over the same node. */
export type ToPage =
  | { type: "settings"; settings: Settings; captured: boolean }
  | { type: "flush"; id: string };

/** A chunk with its number in this document, kept by the content script until the worker has it. */
export interface Parcel extends Chunk {
  client: string;
  seq: number;
  dropped?: Dropped;
  /** The page was left before it received the settings, so the worker decides whether it is captured. */
  early?: true;
  /** Another page of the same site could change the frame before it was recorded; see docs/adr/0010. */
  untrustedFrame?: true;
}

/** Content script → worker, over the port named "page". */
export type FromContent =
  /** `maybeDelivered`: the first chunk posted to an earlier worker, which may have sent it before it was stopped. */
  | { type: "parcel"; parcel: Parcel; maybeDelivered?: true }
  | { type: "flushed"; id: string }
  /** The page takes the pilot's mark away again and again. */
  | { type: "markHidden" }
  | PartRequest;

/** Worker → content script, over the same port. */
export type ToContent =
  | { type: "have"; seq: number }
  /** The requested part is in the page. */
  | { type: "injected"; key: string }
  | { type: "flush"; id: string }
  /** The state of the pilot switch, and whether the page shows a badge while it is on. */
  | { type: "pilot"; enabled: boolean; mark: boolean }
  /** Whether the worker is connected to a server; if not, it may sleep and need not be kept awake. */
  | { type: "server"; isHere: boolean }
  | ScriptOrder;

/** Worker → every content script, by tabs.sendMessage: also reaches those without a port. */
export interface Wake {
  type: "wake";
}

/** Popup or options → worker, by runtime.sendMessage; the answer is a PopupState. */
export type FromPopup =
  | { type: "getState"; tabId?: number }
  | { type: "setAiWebPilotEnabled"; enabled: boolean }
  | { type: "captureSite"; origin: string; tabId?: number; capture: boolean }
  | { type: "captureAllSites"; capture: boolean }
  | { type: "clearLogs" }
  | { type: "saveSession" }
  | { type: "trustServer" }
  /** A person typed this address and saved it. */
  | { type: "nameServer"; url: string };

/** Worker → popup and options, broadcast by runtime.sendMessage. */
export type ToPopup = { type: "stateChanged" } | { type: "pilotStatusChanged"; enabled: boolean };

/** The worker's connection to the server. */
export type Connection =
  | { state: "connected"; version: string }
  | { state: "connecting" }
  | { state: "unreachable"; reason: string }
  /** A person has to run `gasoline pair` with this code. */
  | { state: "unpaired"; code: string }
  | { state: "different_server" };

/** An AI Web Pilot command: time, client, command and result. */
export interface PilotCommand {
  time: string;
  client: string;
  tool: string;
  command: string;
  /** `ok`, an error code, `running`, or `interrupted` if the worker was stopped meanwhile. */
  result: string;
}

export interface PopupState {
  connection: Connection;
  serverUrl: string;
  pilot: boolean;
  /** That tab's page takes the mark of AI Web Pilot away again and again. */
  hidesMark: boolean;
  /** The newest first. */
  pilotCommands: PilotCommand[];
  /** The tab that the popup shows: the requested one, else the most recently used tab that can be captured. */
  tabId: number | null;
  /** The tab's site: its origin, whether it can be captured and whether it is. */
  site: { origin: string; capturable: boolean; captured: boolean } | null;
  /** Errors of that tab. */
  errors: number;
  /** Events waiting for the server. */
  queued: number;
  /** Dropped events, counted by the limit that dropped them. */
  dropped: Dropped;
  /** In the answer to `saveSession`: where the file is, or why there is none. */
  saved?: SavedSession;
}

export type SavedSession = { path: string } | { failure: string };
