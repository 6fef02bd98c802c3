// The page world's entry: connects recorders, repeats, outbox and the channel to the content script.
import type { ToPage } from "../shared/messages.js";
import { type CaptureLevel, DEFAULTS } from "../shared/settings.js";
import { offerAnnotations } from "./annotations.js";
import { openChannel } from "./channel.js";
import { setServerUrl } from "./isOwnRequest.js";
import { Outbox } from "./outbox.js";
import { createHooks, type Hooks, type Undo } from "./patch.js";
import { recordConsole } from "./recorders/console.js";
import { recordErrors } from "./recorders/errors.js";
import { recordFetch } from "./recorders/fetch.js";
import { recordWaterfall } from "./recorders/waterfall.js";
import { recordXhr } from "./recorders/xhr.js";
import { Repeats } from "./repeats.js";
import { Requests } from "./requests.js";

const send = openChannel(receive);
const outbox = new Outbox((chunks, dropped) => send({ type: "chunks", chunks, dropped }));
const repeats = new Repeats(outbox.emit);
const requests = new Requests(outbox.emit, repeats);
const { emit } = outbox;

/** What is not known yet, besides what is in the outbox. */
let flushWaterfall = () => {};
let isFirstStart = true;

/** One row for each recorder; a setting that it depends on is an argument. */
const RECORDERS = {
  errors: (hooks: Hooks) => recordErrors(hooks, repeats.report),
  console: (hooks: Hooks, level: CaptureLevel) => recordConsole(emit, hooks, level, repeats.report),
  fetch: (hooks: Hooks) => recordFetch(hooks, requests),
  xhr: (hooks: Hooks) => recordXhr(hooks, requests),
  waterfall: (hooks: Hooks) => {
    const { flush, undo } = recordWaterfall(emit, hooks, requests, isFirstStart);
    flushWaterfall = flush;
    return undo;
  },
  annotations: (hooks: Hooks) => offerAnnotations(hooks),
  flushing: (hooks: Hooks) => flushWhenHidden(hooks),
};

let undos: Undo[] = [];
/** The level that is recorded now; null while nothing is. */
let recorded: CaptureLevel | null = null;
