// The content script's entry: one relay for each document.
import { ActionRecorder } from "../actions/recorder.js";
import { PerformanceRecorder } from "../performance/recorder.js";
import { Relay } from "./relay.js";

/** Of this extension's world, where the page does not come: the instance that was injected before. */
const world = globalThis as { gasolineRelay?: Relay };

world.gasolineRelay?.retire();
const client = crypto.getRandomValues(new Uint32Array(4)).join("-");
world.gasolineRelay = new Relay(client, site(), [
  { stream: "actions", record: (handOver) => new ActionRecorder(client, handOver) },
  { stream: "performance", record: (handOver) => new PerformanceRecorder(client, handOver) },
]);
void world.gasolineRelay.start();

/** Frames of about:blank, srcdoc and blob have their maker's origin; what is sandboxed has none and belongs to it all the same. */
function site(): string {
  return origin === "null" ? (location.ancestorOrigins[0] ?? location.origin) : origin;
}
