// Every message inside the extension: one closed union for each hop, each direction.
import type { StreamName } from "../generated/wire.js";
import type { RunOrder, RunReply } from "./run.js";
import type { Settings } from "./settings.js";

/** Events of one kind, already encoded as JSON, on their way to the server. */
export interface Chunk {
  stream: StreamName;
  /** The events, comma-separated JSON objects without the brackets. */
  events: string;
  count: number;
  /** How many errors happened that no chunk before has counted; repeats count, too. */
  errors: number;
}

/** What had to be dropped, counted by the name of the bound. */
export type Dropped = Record<string, number>;

/** Page → content script, as the JSON detail of an event on the node that the two share. */
export type FromPage =
  | { type: "chunks"; chunks: Chunk[]; dropped: Dropped; early?: true }
  | { type: "flushed"; id: string }
  | RunReply;

/** Content script → page, by the same way. */
export type ToPage =
  | { type: "settings"; settings: Settings; captured: boolean }
  | { type: "flush"; id: string }
  | RunOrder;

/** A chunk with its number in this document, kept by the content script until the worker has it. */
export interface Parcel extends Chunk {
  client: string;
  seq: number;
  dropped?: Dropped;
  /** Its page left before it knew the settings: whether it is captured at all, the worker decides. */
  early?: true;
}

/** Content script → worker, over the port named "page". */
export type FromContent =
  /** `maybeDelivered`: the first of those that were posted to an earlier worker, which may have sent it before it died. */
  { type: "parcel"; parcel: Parcel; maybeDelivered?: true } | { type: "flushed"; id: string } | RunReply;

/** Worker → content script, over the same port. */
export type ToContent =
  | { type: "have"; seq: number }
  | { type: "flush"; id: string }
  /** How the switch stands, and whether the page shows that it is on. */
  | { type: "pilot"; enabled: boolean; mark: boolean }
  /** Whether the worker has found a server: without one it may sleep, and nobody needs to wake it. */
  | { type: "server"; isHere: boolean }
  | RunOrder;

/** Worker → every content script, by tabs.sendMessage: reaches those without a port, too. */
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
  | { type: "trustServer" };

/** Worker → popup and options, broadcast by runtime.sendMessage. */
export type ToPopup = { type: "stateChanged" } | { type: "pilotStatusChanged"; enabled: boolean };

/** How the worker stands with the server. */
export type Connection =
  | { state: "connected"; version: string }
  | { state: "connecting" }
  | { state: "unreachable"; reason: string }
  | { state: "different_server" };

/** What AI Web Pilot was asked: when, by whom, what, and how it ended. */
export interface PilotCommand {
  time: string;
  client: string;
  tool: string;
  command: string;
  /** `ok`, the code of the failure, `running`, or `interrupted` when the worker died meanwhile. */
  result: string;
}

export interface PopupState {
  connection: Connection;
  serverUrl: string;
  pilot: boolean;
  /** The newest first. */
  pilotCommands: PilotCommand[];
  /** The tab that the popup is about: the asked one, else the most recently used that can be captured. */
  tabId: number | null;
  /** The site of the asking tab: its origin, whether it may be and is captured. */
  site: { origin: string; capturable: boolean; captured: boolean } | null;
  /** Of the asking tab. */
  errors: number;
  /** Events waiting for the server. */
  queued: number;
  /** Events that had to go, by the name of the bound. */
  dropped: Dropped;
}
