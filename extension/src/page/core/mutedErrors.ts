// Errors that Chromium keeps from `unhandledrejection`: those its JSON parser makes while no script is on the stack.
//
// The browser marks the error object itself, so that no promise rejected with it is ever reported to the page. A copy
// of the error has no such mark. The page gets the copy, we see the event and stop it before any listener of the page.
// See docs/adr/0011-rejections-without-an-event.md.
import { addListener } from "./listeners.js";
import { dispatch, getPrototypeOf, getter, listenTo, method, NativeCustomEvent, weakMap } from "./natives.js";
import { isObject, readStack, readText } from "./readSafely.js";
import { nextId } from "./stamp.js";

const { reportError, structuredClone } = globalThis;
const errorOf = getter<unknown>(ErrorEvent, "error");
const reasonOf = getter<unknown>(globalThis.PromiseRejectionEvent, "reason");
const stopEvent = method<void>(Event, "stopImmediatePropagation");
const preventDefault = method<void>(Event, "preventDefault");
const syntaxErrorPrototype = SyntaxError.prototype;

export interface MutedErrors {
  /** Records a rejection that the page's own listeners do not get. */
  onRejection: ((reason: unknown) => void) | null;
  /** Listens before the page can, and for good: the page may keep our copy after capture has ended. */
  watch: () => void;
  /** A copy that is reported if the error is not handled; the error itself if the browser reports that. */
  unmuted: (error: unknown) => unknown;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createMutedErrors(): MutedErrors {
  const copies = weakMap<true>();
  let isWatching = false;
  /** An event that no other code knows: its listener is there as long as the first ones are. */
  const sentinel = nextId();
  let isListening = false;
  /** Known after the first such error. */
  let isMuting: boolean | null = null;
  let probe: { error: unknown } | null = null;

  /** `reportError` dispatches at once; a muted error's event lacks the error. Neither page nor console sees it. */
  const isMuted = (error: object): boolean => {
    if (isMuting === null) {
      const probed = { error };
      probe = probed;
      reportError(error);
      probe = null;
      isMuting = probed.error !== error;
    }
    return isMuting;
  };

  /** `document.open()` erases all listeners, and those that are added again come after the page's. */
  const isFirst = (): boolean => {
    isListening = false;
    dispatch(window, new NativeCustomEvent(sentinel));
    return isListening;
  };

  const endProbe = (event: Event): void => {
    if (probe === null) return;
    stopEvent(event);
    preventDefault(event);
    probe.error = errorOf(event);
  };

  const stopIfCopy = (event: Event, report: ((reason: unknown) => void) | null): void => {
    const reason = rejectionReason(event);
    if (!isObject(reason) || !copies.get(reason)) return;
    stopEvent(event);
    report?.(reason);
  };

  const muted: MutedErrors = {
    onRejection: null,
    watch: () => {
      if (isWatching) return;
      isWatching = true;
      listenTo(window, sentinel, () => {
        isListening = true;
      });
      addListener(window, "error", endProbe);
      addListener(window, "unhandledrejection", (event) => stopIfCopy(event, muted.onRejection));
      addListener(window, "rejectionhandled", (event) => stopIfCopy(event, null));
    },
    unmuted: (error) => {
      if (!isParserError(error) || !isFirst()) return error;
      const copy = structuredClone(error);
      if (!isSame(error, copy) || !isMuted(error)) return error;
      copies.set(copy, true);
      return copy;
    },
  };
  return muted;
}

/** Recognized by the lack of frames, which only errors of the browser itself lack. */
function isParserError(error: unknown): error is object {
  if (!isObject(error) || getPrototypeOf(error) !== syntaxErrorPrototype) return false;
  return readStack(error) === `SyntaxError: ${readText(error, "message")}`;
}

/** A page that changes how stacks read would get another error. */
function isSame(error: object, copy: object): boolean {
  if (getPrototypeOf(copy) !== syntaxErrorPrototype) return false;
  return readStack(copy) === readStack(error) && readText(copy, "message") === readText(error, "message");
}

/** A page may dispatch any event by that name. */
function rejectionReason(event: Event): unknown {
  try {
    return reasonOf(event);
  } catch {
    return undefined;
  }
}
