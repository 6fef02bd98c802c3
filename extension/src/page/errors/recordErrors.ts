// Records uncaught exceptions, unhandled rejections and resources that did not load.
import { URL_CHARS } from "../../generated/limits.js";
import type { ErrorReports } from "../context/contextLoader.js";
import { contextField } from "../core/annotations.js";
import type { MutedErrors } from "../core/mutedErrors.js";
import { attribute, eventDetail, eventTarget, getter, hasOwn, localName, slice } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { quote } from "../core/quote.js";
import { isObject, readProperty, readStack } from "../core/readSafely.js";
import type { Report } from "../core/repeats.js";
import { MESSAGE_CHARS } from "../core/serialize.js";
import { firstFrame, isOwnFile, STACK_CHARS } from "../core/stacks.js";
import { absoluteUrl, pageUrlJson, urlJson } from "../core/stamp.js";
import { type FailedRead, failedReadOf } from "../network/failedReads.js";
import { describeException, exceptionFields } from "./exceptionFields.js";
import { colnoOf, filenameOf, isWorkerError, linenoOf, messageOf } from "./workerErrors.js";

const errorOf = getter<unknown>(ErrorEvent, "error");
const reasonOf = getter<unknown>(globalThis.PromiseRejectionEvent, "reason");
const currentSource = getter<string>(HTMLImageElement, "currentSrc");

/** Where elements have the address that they load. */
const SOURCES = ["src", "href", "data", "xlink:href", "poster"];

export function recordErrors(hooks: Hooks, report: Report, reports: ErrorReports, muted: MutedErrors): Undo {
  // On the window and in the capture phase, because a resource's error event does not bubble.
  hooks.listen(window, "error", (event) => {
    const target = eventTarget(event);
    if (target === window || target === null) reportException(event, reports);
    else if (event.isTrusted) reportResource(target as Element, report);
  });
  hooks.listen(window, "unhandledrejection", (event) => {
    const rejection = rejectionIn(event);
    if (rejection !== null) reportRejection(rejection.reason, reports);
  });
  muted.onRejection = hooks.guard((reason: unknown) => reportRejection(reason, reports));
  hooks.onUndo(() => {
    muted.onRejection = null;
  });
  return hooks.undo;
}

function reportException(event: Event, reports: ErrorReports): void {
  if (!isErrorEvent(event) || isWorkerError(event)) return;
  const error = errorOf(event);
  const stack = readStack(error);
  const place = placeOf(event);
  const message = describeException(error, messageOf(event));
  const fields = exceptionEntryFields(message, stack) + place + exceptionFields(error) + contextField();
  reports.thrown(`exception ${message} ${firstFrame(stack) || place}`, fields, message);
}

/**
 * Promise libraries dispatch events of their own by this name: Bluebird a CustomEvent with the reason in its detail, core-js
 * an Event with the reason as a property. Null for any other event.
 */
function rejectionIn(event: Event): { reason: unknown } | null {
  try {
    return { reason: reasonOf(event) };
  } catch {
    // Not the browser's own kind of event.
  }
  const holder = hasOwn(event, "reason") ? event : detailOf(event);
  return isObject(holder) && hasOwn(holder, "reason") ? { reason: readProperty(holder, "reason") } : null;
}

function detailOf(event: Event): unknown {
  try {
    return eventDetail(event);
  } catch {
    // Not a CustomEvent.
    return null;
  }
}

/** An error that passed one of our wrappers comes from there, as far as the browser knows; its stack knows better. */
export function placeOf(event: Event): string {
  const filename = filenameOf(event);
  if (isOwnFile(filename)) return "";
  const position = `,"lineno":${linenoOf(event)},"colno":${colnoOf(event)}`;
  return filename ? `,"filename":${urlJson(filename)}${position}` : position;
}

function reportRejection(reason: unknown, reports: ErrorReports): void {
  const read = failedReadOf(reason);
  const stack = stackOf(reason, read);
  const isNothing = reason === undefined || reason === null;
  const message = describeException(
    reason,
    isNothing ? `Unhandled rejection: ${reason}` : "Unhandled rejection",
  );
  const fields = `${exceptionEntryFields(message, stack)},"rejection":true${exceptionFields(reason)}${contextField()}${read?.field() ?? ""}`;
  reports.thrown(`rejection ${message} ${firstFrame(stack)} ${read?.url ?? ""}`, fields, message);
}

/** The browser itself rejected it, without a script on the stack: what is known is where the page read the body. */
function stackOf(reason: unknown, read: FailedRead | undefined): string {
  const stack = readStack(reason);
  return read && stack !== "" && firstFrame(stack) === "" ? stack + read.frames : stack;
}

export function exceptionEntryFields(message: string, stack: string): string {
  const fields = `"type":"exception","level":"error","url":${pageUrlJson()},"message":${quote(message, MESSAGE_CHARS)}`;
  return stack ? `${fields},"stack":${quote(stack, STACK_CHARS)}` : fields;
}

function reportResource(element: Element, report: Report): void {
  const source = sourceOf(element);
  const tag = localName(element);
  const message = `Failed to load <${tag}>: ${slice(source, 0, URL_CHARS)}`;
  const fields = `"type":"resource","level":"error","url":${pageUrlJson()},"message":${quote(message)}`;
  report(
    `resource ${message}`,
    `${fields},"element":${quote(tag)},"source":${urlJson(source)}${contextField()}`,
  );
}

/** A page may dispatch any event by that name. */
export function isErrorEvent(event: Event): boolean {
  try {
    return typeof messageOf(event) === "string";
  } catch {
    return false;
  }
}

function sourceOf(element: Element): string {
  const current = shownSource(element);
  if (current) return current;
  for (let i = 0; i < SOURCES.length; i++) {
    const source = attribute(element, SOURCES[i] as string);
    if (source) return absoluteUrl(source);
  }
  return "";
}

/** The address that the browser chose, for example from a `srcset`; empty if it cannot be read. */
function shownSource(element: Element): string {
  try {
    return currentSource(element);
  } catch {
    return "";
  }
}
