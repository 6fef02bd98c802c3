// How long Chromium keeps a service worker: 30 s after its last event. An open WebSocket does not keep it, a message does.
import type { WorkerLife } from "../../contract.js";

export const HEARTBEAT_MS: WorkerLife["HEARTBEAT_MS"] = 25_000; // SEND-06
export const REVIVE_MINUTES: WorkerLife["REVIVE_MINUTES"] = 1; // the alarm that revives a worker; a page does at once
export const SEARCH_MINUTES: WorkerLife["SEARCH_MINUTES"] = 1; // the same without a server: the worker sleeps until then
