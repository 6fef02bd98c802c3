// Which switch controls a stream; streams without a switch are captured with the site.
import type { StreamName } from "../generated/wire.js";
import type { Settings, SwitchKey } from "./settings.js";

/** Without a prototype: a page may have added properties to its own. */
const SWITCH_OF = {
  __proto__: null,
  network_bodies: "networkBodyCaptureEnabled",
  websocket_events: "webSocketCaptureEnabled",
  actions: "actionCaptureEnabled",
  dom_snapshots: "actionCaptureEnabled",
  performance: "performanceSnapshotsEnabled",
  websocket_status: "webSocketCaptureEnabled",
} as { [Name in StreamName]?: SwitchKey };

export function isStreamOn(stream: StreamName, settings: Settings): boolean {
  const key = SWITCH_OF[stream];
  return key === undefined || settings[key];
}
