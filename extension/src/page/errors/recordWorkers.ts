// Records errors of the page's workers, as far as the browser notifies the page of them.

import { URL_CHARS } from "../../generated/limits.js";
import { contextField } from "../core/annotations.js";
import {
  currentTarget,
  eventType,
  itemAt,
  listenTo,
  method,
  slice,
  urlText,
  weakMap,
} from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { quote } from "../core/quote.js";
import type { Report } from "../core/repeats.js";
import { absoluteUrl, pageUrlJson, urlJson } from "../core/stamp.js";
import { exceptionEntryFields, isErrorEvent, placeOf } from "./recordErrors.js";
import { messageOf, noteWorkerError } from "./workerErrors.js";

type Kind = "dedicated" | "shared" | "service";

interface PageWorker {
  kind: Kind;
  url: string;
}

const { TrustedScriptURL } = globalThis as { TrustedScriptURL?: { prototype: object } };
const trustedText = method<string | undefined>(TrustedScriptURL, "toString");

const workers = weakMap<PageWorker>();

/** Workers keep their listener for good, because they may outlive a recorder. It does not keep a worker alive. */
let receive: ((event: Event) => void) | null = null;
const listener = (event: Event): void => receive?.(event);

export function recordWorkers(hooks: Hooks, report: Report): Undo {
  const guarded = hooks.guard((event: Event) => reportEvent(event, report));
  receive = guarded;
  hooks.onUndo(() => {
    if (receive === guarded) receive = null;
  });
  hooks.patch(window, "Worker", {
    __proto__: null,
    made: (worker, args) => watch(worker as Worker, "dedicated", itemAt(args, 0)),
  });
  hooks.patch(window, "SharedWorker", {
    __proto__: null,
    made: (worker, args) => watch(worker as SharedWorker, "shared", itemAt(args, 0)),
  });
  return hooks.undo;
}

function watch(worker: EventTarget, kind: Kind, url: unknown): void {
  workers.set(worker, { kind, url: absoluteUrl(addressOf(url)) });
  listenTo(worker, "error", listener, true);
  listenTo(worker, "messageerror", listener, true);
}

/** Reads only what the browser has already converted to text, so that no code of the page runs again. */
function addressOf(url: unknown): string {
  if (typeof url === "string") return url;
  try {
    return urlText(url);
  } catch {
    // Not a URL.
  }
  try {
    return trustedText(url) ?? "";
  } catch {
    return "";
  }
}

function reportEvent(event: Event, report: Report): void {
  const worker = workers.get(currentTarget(event) as object);
  // A page may dispatch events of its own.
  if (!worker || !event.isTrusted) return;
  if (eventType(event) === "messageerror") reportMessage(worker, report);
  else if (isErrorEvent(event)) reportException(event, worker, report);
  else reportNotLoaded(worker, report);
}

function reportException(event: Event, worker: PageWorker, report: Report): void {
  noteWorkerError(event);
  const message = messageOf(event);
  const place = placeOf(event);
  report(
    `worker ${message} ${place}`,
    exceptionEntryFields(message, "") + place + contextField() + workerField(worker),
  );
}

function reportMessage(worker: PageWorker, report: Report): void {
  const message = "A message from a worker could not be deserialized";
  report(
    `worker ${message} ${worker.url}`,
    exceptionEntryFields(message, "") + contextField() + workerField(worker),
  );
}

function reportNotLoaded({ kind, url }: PageWorker, report: Report): void {
  const message = `Failed to load the ${kind} worker: ${slice(url, 0, URL_CHARS)}`;
  const fields = `"type":"resource","level":"error","url":${pageUrlJson()},"message":${quote(message)}`;
  report(`resource ${message}`, `${fields},"element":"worker","source":${urlJson(url)}${contextField()}`);
}

/** JSON, with a comma in front. */
export function workerField({ kind, url }: PageWorker): string {
  return `,"worker":{"kind":"${kind}","url":${urlJson(url)}}`;
}
