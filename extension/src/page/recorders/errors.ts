// Records uncaught exceptions, unhandled rejections and resources that did not load.
import { MESSAGE_CHARS, STACK_CHARS, URL_CHARS } from "../../generated/limits.js";
import { contextField } from "../annotations.js";
import type { ErrorReports } from "../context/errorContext.js";
import { type FailedRead, failedReadOf } from "../failedReads.js";
import type { MutedErrors } from "../mutedErrors.js";
import { attribute, eventDetail, eventTarget, getter, hasOwn, localName, slice } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { isObject, readProperty, readStack } from "../readSafely.js";
import type { Report } from "../repeats.js";
import { quote } from "../serialise.js";
import { firstFrame, isOwnFile } from "../stacks.js";
import { absoluteUrl, pageUrlJson, urlJson } from "../stamp.js";
import { describeThrown, thrownFields } from "../thrown.js";
import { isWorkerError } from "../workerErrors.js";

export const messageOf = getter<string>(ErrorEvent.prototype, "message");
const errorOf = getter<unknown>(ErrorEvent.prototype, "error");
const filenameOf = getter<string>(ErrorEvent.prototype, "filename");
const linenoOf = getter<number>(ErrorEvent.prototype, "lineno");
const colnoOf = getter<number>(ErrorEvent.prototype, "colno");
const reasonOf = getter<unknown>(globalThis.PromiseRejectionEvent?.prototype, "reason");
const currentSource = getter<string>(HTMLImageElement.prototype, "currentSrc");

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
  const message = describeThrown(error, messageOf(event));
  const fields = exceptionFields(message, stack) + place + thrownFields(error) + contextField();
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
  const message = describeThrown(
    reason,
    isNothing ? `Unhandled rejection: ${reason}` : "Unhandled rejection",
  );
  const fields = `${exceptionFields(message, stack)},"rejection":true${thrownFields(reason)}${contextField()}${read?.field() ?? ""}`;
  reports.thrown(`rejection ${message} ${firstFrame(stack)} ${read?.url ?? ""}`, fields, message);
}

/** The browser itself rejected it, without a script on the stack: what is known is where the page read the body. */
function stackOf(reason: unknown, read: FailedRead | undefined): string {
  const stack = readStack(reason);
  return read && stack !== "" && firstFrame(stack) === "" ? stack + read.frames : stack;
}

export function exceptionFields(message: string, stack: string): string {
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

/** Of an image with a `srcset`, the address that was chosen. */
function shownSource(element: Element): string {
  try {
    return currentSource(element);
  } catch {
    return "";
  }
}
