// How long Chromium keeps a service worker: 30 s after its last event. An open WebSocket does not keep it, a message does.
import type { WorkerLife } from "../../contract.js";

export const HEARTBEAT_MS: WorkerLife["HEARTBEAT_MS"] = 20_000; // SEND-06
export const REVIVE_MINUTES: WorkerLife["REVIVE_MINUTES"] = 0.5; // the alarm that revives a worker
export const SEARCH_MINUTES: WorkerLife["SEARCH_MINUTES"] = 1; // the same without a server: the worker sleeps until then
