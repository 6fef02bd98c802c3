// The page world's entry: connects recorders, repeats, outbox and the channel to the content script.
import type { StreamName } from "../generated/wire.js";
import type { ToPage } from "../shared/messages.js";
import { type CaptureLevel, DEFAULTS, type Settings, type SwitchKey } from "../shared/settings.js";
import { offerAnnotations } from "./annotations.js";
import { createChannel } from "./channel.js";
import { setServerUrl } from "./isOwnRequest.js";
import { Outbox } from "./outbox.js";
import { createHooks, type Hooks, type Undo } from "./patch.js";
import { recordConsole } from "./recorders/console.js";
import { recordErrors } from "./recorders/errors.js";
import { recordFetch } from "./recorders/fetch.js";
import { recordWaterfall } from "./recorders/waterfall.js";
import { recordWebSockets } from "./recorders/websocket.js";
import { recordXhr } from "./recorders/xhr.js";
import { Repeats } from "./repeats.js";
import { Requests } from "./requests.js";
import { WebSockets } from "./webSockets.js";

/** One row for each recorder; a setting that it depends on is an argument. */
const RECORDERS = {
  errors: (hooks: Hooks) => recordErrors(hooks, repeats.report),
  console: (hooks: Hooks, level: CaptureLevel) => recordConsole(emit, hooks, level, repeats.report),
  fetch: (hooks: Hooks) => recordFetch(hooks, requests),
  xhr: (hooks: Hooks) => recordXhr(hooks, requests),
  waterfall: (hooks: Hooks) => waterfall(hooks),
  websocket: (hooks: Hooks) => recordWebSockets(hooks, webSockets),
  annotations: (hooks: Hooks) => offerAnnotations(hooks),
  hidden: (hooks: Hooks) => flushWhenHidden(hooks),
};

type RecorderName = keyof typeof RECORDERS;

/** Recorders that a person can switch off, and the streams that are theirs. */
const SWITCHED: { [Name in RecorderName]?: { key: SwitchKey; streams: readonly StreamName[] } } = {
  websocket: { key: "webSocketCaptureEnabled", streams: ["websocket_events", "websocket_status"] },
};

const NAMES = Object.keys(RECORDERS) as RecorderName[];

const channel = createChannel();
const outbox = new Outbox((chunks, dropped) => channel.send({ type: "chunks", chunks, dropped }));
const { emit } = outbox;
const repeats = new Repeats(emit);
const requests = new Requests(emit, repeats);
const webSockets = new WebSockets(emit);

/** How to undo each recorder that runs. */
const running: { [Name in RecorderName]?: Undo } = {};
/** What the console recorder keeps now; null while nothing is captured. */
let level: CaptureLevel | null = null;
let hasStartedBefore = false;
let flushWaterfall = () => {};

// Everything, until the settings say otherwise: what comes before them is held in the outbox.
startAll(DEFAULTS.captureLevel);
channel.open(createHooks(() => {}).guard(receive));

function receive(message: ToPage): void {
  switch (message.type) {
    case "settings":
      return apply(message.settings, message.captured);
    case "flush":
      flush();
      return channel.send({ type: "flushed", id: message.id });
    default:
      message satisfies never;
  }
}

function apply(settings: Settings, isCaptured: boolean): void {
  setServerUrl(settings.serverUrl);
  if (!isCaptured) {
    stopAll();
    return outbox.close();
  }
  if (level === null) startAll(settings.captureLevel);
  else if (level !== settings.captureLevel) start("console", settings.captureLevel);
  level = settings.captureLevel;
  outbox.open(settings.captureLevel, followSwitches(settings));
}

/** Returns the streams that are off. */
function followSwitches(settings: Settings): StreamName[] {
  const off: StreamName[] = [];
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[i] as RecorderName;
    const switched = SWITCHED[name];
    if (!switched) continue;
    if (settings[switched.key]) {
      if (!running[name]) start(name, settings.captureLevel);
      continue;
    }
    // What it still has goes with the others: out, or, if it was off all along, nowhere.
    collect();
    stop(name);
    for (let k = 0; k < switched.streams.length; k++) off[off.length] = switched.streams[k] as StreamName;
  }
  return off;
}

function flush(): void {
  collect();
  outbox.flush();
}

/** Into the outbox, what recorders hold back for a while. */
function collect(): void {
  flushWaterfall();
  requests.flush();
  repeats.flush();
  webSockets.report();
}

function startAll(wanted: CaptureLevel): void {
  level = wanted;
  for (let i = 0; i < NAMES.length; i++) start(NAMES[i] as RecorderName, wanted);
  hasStartedBefore = true;
}

function start(name: RecorderName, wanted: CaptureLevel): void {
  running[name]?.();
  const hooks = createHooks(() => outbox.drop(`recorder_${name}`, 1));
  running[name] = hooks.undo;
  hooks.guard(() => RECORDERS[name](hooks, wanted))(undefined);
}

function stopAll(): void {
  level = null;
  for (let i = 0; i < NAMES.length; i++) stop(NAMES[i] as RecorderName);
}

function stop(name: RecorderName): void {
  running[name]?.();
  delete running[name];
}

function waterfall(hooks: Hooks): Undo {
  const { flush: flushRecords, undo } = recordWaterfall(emit, hooks, requests, !hasStartedBefore);
  flushWaterfall = flushRecords;
  return undo;
}

/** A page that goes away, or to the background where timers are slow, leaves nothing behind. */
function flushWhenHidden(hooks: Hooks): Undo {
  hooks.listen(window, "pagehide", flush);
  hooks.listen(document, "visibilitychange", () => {
    if (document.visibilityState === "hidden") flush();
  });
  return hooks.undo;
}
