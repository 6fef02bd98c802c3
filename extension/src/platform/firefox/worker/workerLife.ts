// How long Firefox keeps an event page: 30 s after its last event, an open WebSocket or not.
import type { WorkerLife } from "../../contract.js";

export const HEARTBEAT_MS: WorkerLife["HEARTBEAT_MS"] = 20_000; // SEND-06
export const REVIVE_MINUTES: WorkerLife["REVIVE_MINUTES"] = 0.5; // the alarm that revives an event page
export const SEARCH_MINUTES: WorkerLife["SEARCH_MINUTES"] = 1; // the same without a server: it sleeps until then
