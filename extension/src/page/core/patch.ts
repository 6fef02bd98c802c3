// The only place that changes objects of the page, and the only catch-all: our failure is not the page's failure. It
// costs the one event, which is counted; see breaker.ts.
import type { Breaker } from "./breaker.js";
import { addListener } from "./listeners.js";
import {
  append,
  apply,
  construct,
  defineProperty,
  deleteProperty,
  getOwnPropertyDescriptor,
  NativeProxy,
  ownValue,
  weakMap,
} from "./natives.js";
import { hideOwnFrames, stackBelow } from "./stacks.js";

export type Undo = () => void;

type AnyFunction = (...args: never[]) => unknown;
type Args = readonly unknown[];

/** What a recorder does around a call of the page. What it leaves out must not come from the page's Object.prototype. */
export interface Watch {
  __proto__: null;
  /** Its result is handed to the other two. */
  beforeCall?: (self: unknown, args: Args) => unknown;
  /** On what the call is made instead of `self`, if on anything else. */
  standIn?: (self: unknown, args: Args) => unknown;
  /** What it returns, if anything, the page gets instead of the result. */
  afterCall?: (result: unknown, noted: unknown, self: unknown) => unknown;
  threw?: (error: unknown, noted: unknown, self: unknown) => void;
  /** For a class: the page has made an object with `new`, of it or of a subclass. */
  made?: (object: unknown, args: Args) => void;
}

/** How a recorder reaches into the page; `undo` takes all of it back. */
export interface Hooks {
  patch: (target: object, key: PropertyKey, watch: Watch) => void;
  /** In the capture phase. */
  listen: (target: EventTarget, type: string, listener: (event: Event) => void) => void;
  /** Defines a non-enumerable property that the page can use. */
  define: (target: object, key: string, value: unknown) => void;
  /** Makes a callback safe to hand to a promise, a timer or an observer. */
  guard: <A, R>(run: (value: A) => R) => (value: A) => R | undefined;
  onUndo: (undo: Undo) => void;
  undo: Undo;
}

/** With every field: each call reads them, and objects with a prototype are quicker to read. */
type Watched = { [Name in Exclude<keyof Watch, "__proto__">]: Watch[Name] | undefined };

interface Slot {
  target: object;
  key: PropertyKey;
  native: AnyFunction;
  wrapper: AnyFunction;
  watch: Watched | null;
  guarded: Guarded | null;
}

type Guarded = <A, B, C, R>(run: (a: A, b: B, c: C) => R, a: A, b: B, c: C) => R | typeof FAILED;

/** Instead of a result: the recorder failed or rests, and this event is skipped. */
const FAILED: unique symbol = Symbol();

/** One for each patched property and for good: a page may keep our wrapper, and it must wake up again with us. */
const slots: Slot[] = [];

const natives = weakMap<AnyFunction>();

/** The native below one of our wrappers. */
export function nativeOf(value: unknown): unknown {
  return natives.get(value as object);
}

/** Our code may call code of the page (a getter, a toString), which may log: that is not recorded. */
let isBusy = false;

/** The wrapper that the page has called last. */
let entered: AnyFunction = () => undefined;

/** For a recorder, at the beginning of a call: the stack from which the page makes it. */
export function callerStack(): Error {
  return stackBelow(entered);
}

export function createHooks(breaker: Breaker): Hooks {
  let undos: Undo[] = [];
  const onUndo = (undo: Undo) => {
    append(undos, undo);
  };
  const undo = () => {
    const all = undos;
    undos = [];
    for (let i = all.length - 1; i >= 0; i--) all[i]?.();
  };
  const guarded: Guarded = (run, a, b, c) => {
    const wasBusy = isBusy;
    isBusy = true;
    try {
      return breaker.skips() ? FAILED : run(a, b, c);
    } catch (error) {
      try {
        breaker.failed(error);
      } catch {
        // The stack is full: nothing can be called any more, not even this.
        breaker.unreported++;
      }
      return FAILED;
    } finally {
      isBusy = wasBusy;
    }
  };
  return {
    undo,
    onUndo,
    patch: (target, key, watch) => onUndo(patch(target, key, watch, guarded)),
    listen: (target, type, listener) => onUndo(listen(target, type, listener, guarded)),
    define: (target, key, value) => onUndo(define(target, key, value)),
    guard: (run) => (value) => {
      const result = guarded(run, value, undefined, undefined);
      return result === FAILED ? undefined : result;
    },
  };
}

/** Defines a permanent property, which cannot be replaced or removed. */
export function pin(target: object, key: string, value: unknown): void {
  defineProperty(target, key, { __proto__: null, value } as PropertyDescriptor);
}

function patch(
  target: object,
  key: PropertyKey,
  { beforeCall, standIn, afterCall, threw, made }: Watch,
  guarded: Guarded,
): Undo {
  const watch: Watched = { beforeCall, standIn, afterCall, threw, made };
  const slot = findSlot(target, key) ?? createSlot(target, key, made !== undefined);
  if (slot === undefined) return () => {};
  slot.watch = watch;
  slot.guarded = guarded;
  swap(slot, slot.native, slot.wrapper);
  return () => {
    if (slot.watch !== watch) return;
    slot.watch = null;
    // If the page has put its own wrapper over ours, ours stays below and only passes calls on.
    swap(slot, slot.wrapper, slot.native);
  };
}

function listen(target: EventTarget, type: string, listener: (event: Event) => void, guarded: Guarded): Undo {
  return addListener(target, type, (event) => {
    if (!isBusy) guarded(listener, event, undefined, undefined);
  });
}

function findSlot(target: object, key: PropertyKey): Slot | undefined {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot.target === target && slot.key === key) return slot;
  }
  return undefined;
}

function createSlot(target: object, key: PropertyKey, isClass: boolean): Slot | undefined {
  const native: unknown = ownValue(target, key);
  if (typeof native !== "function") return undefined;
  const slot: Slot = {
    target,
    key,
    native: native as AnyFunction,
    wrapper: wrapperless,
    watch: null,
    guarded: null,
  };
  slot.wrapper = wrapperOf(target, slot.native) ?? wrap(slot, isClass);
  natives.set(slot.wrapper, slot.native);
  append(slots, slot);
  return slot;
}

/** One function may have two names, and remains one: `values` of a stream is also its async iterator. */
function wrapperOf(target: object, native: AnyFunction): AnyFunction | undefined {
  for (let i = 0; i < slots.length; i++) {
    const slot = slots[i] as Slot;
    if (slot.target === target && slot.native === native) return slot.wrapper;
  }
  return undefined;
}

const wrapperless: AnyFunction = () => undefined;

/** A proxy keeps name, length, own properties, `new` and `instanceof`; printAsNatives.ts sees to its text. */
function wrap(slot: Slot, isClass: boolean): AnyFunction {
  function trap(native: AnyFunction, self: unknown, args: Args): unknown {
    const { guarded } = slot;
    let watch = isBusy ? null : slot.watch;
    if (watch) entered = trap;
    const noted = watch?.beforeCall && guarded?.(watch.beforeCall, self, args, undefined);
    // A recorder that did not see the start of a call does not handle its end.
    if (noted === FAILED) watch = null;
    const standIn = watch?.standIn && guarded?.(watch.standIn, self, args, undefined);
    let result: unknown;
    try {
      result = apply(native, standIn === FAILED ? self : (standIn ?? self), args);
    } catch (error) {
      if (watch?.threw) guarded?.(watch.threw, error, noted, self);
      hideOwnFrames(error, trap);
      throw error;
    }
    const replaced = watch?.afterCall && guarded?.(watch.afterCall, result, noted, self);
    return replaced === FAILED ? result : (replaced ?? result);
  }
  // Without a prototype: a property that the page adds to Object.prototype must not become a trap.
  const traps = { __proto__: null, apply: trap } as ProxyHandler<AnyFunction>;
  if (isClass) traps.construct = constructTrap(slot) as ProxyHandler<AnyFunction>["construct"] & object;
  return new NativeProxy(slot.native, traps);
}

function constructTrap(slot: Slot): AnyFunction {
  return function trap(native: AnyFunction, args: Args, newTarget: AnyFunction): object {
    const watch = isBusy ? null : slot.watch;
    let made: object;
    try {
      made = construct(native, args, newTarget === slot.wrapper ? native : newTarget) as object;
    } catch (error) {
      hideOwnFrames(error, trap);
      throw error;
    }
    entered = trap;
    if (watch?.made) slot.guarded?.(watch.made, made, args, undefined);
    return made;
  };
}

/** A class is also what its objects find as their `constructor`. */
function swap({ target, key, native }: Slot, expected: AnyFunction, value: AnyFunction): void {
  replace(target, key, expected, value);
  const prototype: unknown = ownValue(native, "prototype");
  if (typeof prototype === "object" && prototype !== null) replace(prototype, "constructor", expected, value);
}

function replace(target: object, key: PropertyKey, expected: unknown, value: unknown): void {
  const descriptor = getOwnPropertyDescriptor(target, key);
  if (!descriptor?.configurable || ownValue(target, key) !== expected) return;
  // Not the descriptor itself: what it lacks would come from the page's Object.prototype.
  const { writable, enumerable } = descriptor;
  defineProperty(target, key, {
    __proto__: null,
    value,
    writable,
    enumerable,
    configurable: true,
  } as PropertyDescriptor);
}

function define(target: object, key: string, value: unknown): Undo {
  const current = getOwnPropertyDescriptor(target, key);
  if (current && !current.configurable) return () => {};
  const hidden = { value, writable: false, enumerable: false, configurable: true, __proto__: null };
  defineProperty(target, key, hidden as PropertyDescriptor);
  return () => {
    if (ownValue(target, key) === value) deleteProperty(target, key);
  };
}
