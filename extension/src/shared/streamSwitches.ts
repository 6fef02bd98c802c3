// Which switch controls a stream; streams without a switch are captured with the site.
import type { StreamName } from "../generated/wire.js";
import type { Settings, SwitchKey } from "./settings.js";

const SWITCH_OF: { [Name in StreamName]?: SwitchKey } = {
  network_bodies: "networkBodyCaptureEnabled",
  websocket_events: "webSocketCaptureEnabled",
  actions: "actionCaptureEnabled",
  dom_snapshots: "actionCaptureEnabled",
  performance: "performanceSnapshotsEnabled",
  websocket_status: "webSocketCaptureEnabled",
};

export function isStreamOn(stream: StreamName, settings: Settings): boolean {
  const key = SWITCH_OF[stream];
  return key === undefined || settings[key];
}
