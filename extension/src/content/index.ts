// The entry of the content script: one relay per document.
import { ActionRecorder } from "../actions/actionRecorder.js";
import { PerformanceRecorder } from "../performance/performanceRecorder.js";
import { type RecorderRow, Relay } from "./relay.js";
import { isUntrustedFrame } from "./untrustedFrame.js";

/** The previously injected instance, in the isolated world that the page cannot access. */
const world = globalThis as { gasolineRelay?: Relay };

world.gasolineRelay?.retire();
const client = crypto.getRandomValues(new Uint32Array(4)).join("-");
const rows: RecorderRow[] = [
  { stream: "actions", record: (handOver) => new ActionRecorder(client, handOver) },
  { stream: "performance", record: (handOver) => new PerformanceRecorder(client, handOver) },
];
world.gasolineRelay = new Relay(client, site(), rows, isUntrustedFrame());
void world.gasolineRelay.start();

/** Frames of about:blank, srcdoc and blob inherit their creator's origin; a sandboxed frame has none, but counts as the creator's. */
function site(): string {
  return origin === "null" ? (location.ancestorOrigins[0] ?? location.origin) : origin;
}
