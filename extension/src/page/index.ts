// The page world's entry: connects recorders, repeats, outbox and the channel to the content script.
import { STREAM_NAMES, type StreamName } from "../generated/wire.js";
import type { ToPage } from "../shared/messages.js";
import { DEFAULT_CAPTURE_LEVEL } from "../shared/presets.js";
import type { CaptureLevel, Settings, SwitchKey } from "../shared/settings.js";
import { isStreamOn } from "../shared/streamSwitches.js";
import { recordConsole } from "./console/recordConsole.js";
import { createContextLoader } from "./context/contextLoader.js";
import { offerAnnotations } from "./core/annotations.js";
import { type Breaker, createBreaker } from "./core/breaker.js";
import { createChannel } from "./core/channel.js";
import { setServerUrl } from "./core/isOwnRequest.js";
import type { AskForPart } from "./core/lateParts.js";
import { createMutedErrors } from "./core/mutedErrors.js";
import { append, visibilityState } from "./core/natives.js";
import { createOutbox } from "./core/outbox.js";
import { createHooks, type Hooks, type Undo } from "./core/patch.js";
import { pinNatives } from "./core/pinNatives.js";
import { printAsNatives } from "./core/printAsNatives.js";
import { createRepeats } from "./core/repeats.js";
import { recordDialogs } from "./dialogs/recordDialogs.js";
import { recordErrors } from "./errors/recordErrors.js";
import { recordServiceWorkers } from "./errors/recordServiceWorkers.js";
import { recordWorkers } from "./errors/recordWorkers.js";
import { createBodyLoader } from "./network/bodyLoader.js";
import { createFailedBodies } from "./network/failedBodies.js";
import { recordBodyReads } from "./network/recordBodyReads.js";
import { createCallers } from "./network/recordCallers.js";
import { recordFetch } from "./network/recordFetch.js";
import { recordWaterfall } from "./network/recordWaterfall.js";
import { recordXhr } from "./network/recordXhr.js";
import { createRequests } from "./network/requests.js";
import { createTraces } from "./network/tracesPart.js";
import { recordWebSockets } from "./websocket/recordWebSockets.js";
import { createWebSocketLoader } from "./websocket/webSocketLoader.js";

/** One row for each recorder; a setting that it depends on is an argument. */
const RECORDERS = {
  bodyReads: (hooks: Hooks) => recordBodyReads(hooks, mutedErrors, bodies),
  errors: (hooks: Hooks) => recordErrors(hooks, repeats.report, errorContext, mutedErrors),
  workers: (hooks: Hooks) => recordWorkers(hooks, repeats.report),
  serviceWorkers: (hooks: Hooks) => recordServiceWorkers(hooks, repeats.report),
  console: (hooks: Hooks, level: CaptureLevel) => recordConsole(emit, hooks, level, errorContext),
  context: (hooks: Hooks) => errorContext.watch(hooks),
  fetch: (hooks: Hooks) => recordFetch(hooks, requests, bodies, failures, traces),
  xhr: (hooks: Hooks) => recordXhr(hooks, requests, bodies, failures, traces),
  callers: (hooks: Hooks) => callers.watch(hooks),
  bodies: (hooks: Hooks) => bodies.watch(hooks),
  waterfall: (hooks: Hooks) => waterfall(hooks),
  websocket: (hooks: Hooks) => recordWebSockets(hooks, webSockets),
  dialogs: (hooks: Hooks) => recordDialogs(emit, hooks),
  annotations: (hooks: Hooks) => offerAnnotations(hooks),
  nativeText: (hooks: Hooks) => printAsNatives(hooks),
  hidden: (hooks: Hooks) => flushWhenHidden(hooks),
};

type RecorderName = keyof typeof RECORDERS;

/** Recorders that a person can switch off. */
const SWITCHED = {
  __proto__: null,
  websocket: "webSocketCaptureEnabled",
  dialogs: "actionCaptureEnabled",
} as { [Name in RecorderName]?: SwitchKey };

const NAMES = Object.keys(RECORDERS) as RecorderName[];

/** `channel`: what the content script asks for. */
type BreakerName = RecorderName | "channel";
const BREAKER_NAMES: readonly BreakerName[] = [...NAMES, "channel"];

const channel = createChannel();
const outbox = createOutbox(
  (chunks, dropped, early) => channel.send({ type: "chunks", chunks, dropped, early }),
  channel.isHeard,
);
const { emit } = outbox;
const askForPart: AskForPart = (name, key) => channel.send({ type: "part", name, key });
const repeats = createRepeats(emit);
const errorContext = createContextLoader(repeats, askForPart);
const requests = createRequests(emit, repeats);
const callers = createCallers(requests.callSite);
const breakers = createBreakers();
/** For what parts do with requests: a failure there counts as one of bodies. */
const partHooks = createHooks(breakers.bodies);
const bodies = createBodyLoader(emit, partHooks, askForPart);
const failures = createFailedBodies(partHooks, askForPart);
const traces = createTraces(partHooks, askForPart);
const webSockets = createWebSocketLoader(emit, askForPart, (name, count) => outbox.drop(name, count));
const mutedErrors = createMutedErrors();

/** How to undo each recorder that runs. */
const running = { __proto__: null } as unknown as { [Name in RecorderName]?: Undo };
/** What the console recorder keeps now; null while nothing is captured. */
let level: CaptureLevel | null = null;
let hasStartedBefore = false;
let flushWaterfall = () => {};

pinNatives();
// Everything, until the settings say otherwise: what comes before them is held in the outbox.
startAll(DEFAULT_CAPTURE_LEVEL);
channel.open(createHooks(breakers.channel).guard(receive));

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
  errorContext.set(settings);
  failures.set(settings.failedResponseBodiesEnabled);
  traces.set(settings.traceparentEnabled);
  outbox.open(settings.captureLevel, followSwitches(settings));
  captureBodies(settings.networkBodyCaptureEnabled);
  if (settings.webSocketCaptureEnabled) webSockets.allow();
}

/** Returns the streams that are off. */
function followSwitches(settings: Settings): StreamName[] {
  for (let i = 0; i < NAMES.length; i++) {
    const name = NAMES[i] as RecorderName;
    const key = SWITCHED[name];
    if (!key) continue;
    if (settings[key]) {
      if (!running[name]) start(name, settings.captureLevel);
      continue;
    }
    // What it still has goes with the others: out, or, if it was off all along, nowhere.
    collect();
    stop(name);
  }
  const off: StreamName[] = [];
  for (let i = 0; i < STREAM_NAMES.length; i++) {
    const stream = STREAM_NAMES[i] as StreamName;
    if (!isStreamOn(stream, settings)) append(off, stream);
  }
  return off;
}

/** Bodies are held unread until the switch is known; only then are they read or forgotten. */
function captureBodies(isWanted: boolean): void {
  if (!isWanted) return stop("bodies");
  if (bodies.isOff()) start("bodies", DEFAULT_CAPTURE_LEVEL);
  bodies.set(true);
}

function flush(): void {
  collect();
  outbox.flush();
}

/** Into the outbox: what recorders still hold. */
function collect(): void {
  flushWaterfall();
  requests.flush();
  bodies.flush();
  errorContext.flush();
  repeats.flush();
  webSockets.report();
  for (let i = 0; i < BREAKER_NAMES.length; i++) breakers[BREAKER_NAMES[i] as BreakerName].report();
}

function createBreakers(): Record<BreakerName, Breaker> {
  const created = { __proto__: null } as unknown as Record<BreakerName, Breaker>;
  for (let i = 0; i < BREAKER_NAMES.length; i++) {
    const name = BREAKER_NAMES[i] as BreakerName;
    created[name] = createBreaker(name, (counter, count) => outbox.drop(counter, count));
  }
  return created;
}

function leave(): void {
  requests.leave();
  collect();
  outbox.leave();
}

function startAll(wanted: CaptureLevel): void {
  level = wanted;
  for (let i = 0; i < NAMES.length; i++) start(NAMES[i] as RecorderName, wanted);
  hasStartedBefore = true;
}

function start(name: RecorderName, wanted: CaptureLevel): void {
  running[name]?.();
  const hooks = createHooks(breakers[name]);
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
  const { flush: flushRecords, undo } = recordWaterfall(emit, hooks, requests, callers, !hasStartedBefore);
  flushWaterfall = flushRecords;
  return undo;
}

/** A page that goes away, or to the background where timers are slow, leaves nothing behind. */
function flushWhenHidden(hooks: Hooks): Undo {
  hooks.listen(window, "pagehide", leave);
  hooks.listen(document, "visibilitychange", () => {
    if (visibilityState(document) === "hidden") flush();
  });
  return hooks.undo;
}
