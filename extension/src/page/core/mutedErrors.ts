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

export class MutedErrors {
  /** Records a rejection that the page's own listeners do not get. */
  onRejection: ((reason: unknown) => void) | null = null;
  private readonly copies = weakMap<true>();
  private isWatching = false;
  /** An event that nobody else knows: its listener is there as long as the first ones are. */
  private readonly sentinel = nextId();
  private isListening = false;
  /** Known after the first such error. */
  private isMuting: boolean | null = null;
  private probe: { error: unknown } | null = null;

  /** Listens before the page can, and for good: the page may keep a copy of ours after capture has ended. */
  watch(): void {
    if (this.isWatching) return;
    this.isWatching = true;
    listenTo(window, this.sentinel, () => {
      this.isListening = true;
    });
    addListener(window, "error", (event) => this.endProbe(event));
    addListener(window, "unhandledrejection", (event) => this.stopIfCopy(event, this.onRejection));
    addListener(window, "rejectionhandled", (event) => this.stopIfCopy(event, null));
  }

  /** A copy that is reported when nobody handles it; the error itself where the browser reports that. */
  unmuted(error: unknown): unknown {
    if (!isParserError(error) || !this.isFirst()) return error;
    const copy = structuredClone(error);
    if (!isSame(error, copy) || !this.isMuted(error)) return error;
    this.copies.set(copy, true);
    return copy;
  }

  /** `reportError` dispatches at once; a muted error's event lacks the error. Neither page nor console sees it. */
  private isMuted(error: object): boolean {
    if (this.isMuting === null) {
      const probe = { error };
      this.probe = probe;
      reportError(error);
      this.probe = null;
      this.isMuting = probe.error !== error;
    }
    return this.isMuting;
  }

  /** `document.open()` erases all listeners, and those that are added again come after the page's. */
  private isFirst(): boolean {
    this.isListening = false;
    dispatch(window, new NativeCustomEvent(this.sentinel));
    return this.isListening;
  }

  private endProbe(event: Event): void {
    if (this.probe === null) return;
    stopEvent(event);
    preventDefault(event);
    this.probe.error = errorOf(event);
  }

  private stopIfCopy(event: Event, report: ((reason: unknown) => void) | null): void {
    const reason = rejectionReason(event);
    if (!isObject(reason) || !this.copies.get(reason)) return;
    stopEvent(event);
    report?.(reason);
  }
}

/** By what only an error of the browser itself lacks: frames. */
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
