// The natives that capture needs, taken at document_start: what a page changes later does not reach us.
//
// Page code uses these instead of methods, and neither spread nor for-of, because a page may patch Array.prototype.

export { itemAt } from "../../shared/itemAt.js";

type Method<Self, Args extends unknown[], Result> = (this: Self, ...args: Args) => Result;

/** `uncurry(String.prototype.slice)(text, 1)`: the receiver becomes the first argument, for good. */
const uncurry = Function.prototype.bind.bind(Function.prototype.call) as unknown as <
  Self,
  Args extends unknown[],
  Result,
>(
  method: Method<Self, Args, Result>,
) => (self: Self, ...args: Args) => Result;

export const { apply, construct, deleteProperty, set: setProperty } = Reflect;
export const NativeProxy = Proxy;
export const {
  getOwnPropertyDescriptor,
  defineProperty,
  getPrototypeOf,
  keys,
  hasOwn,
  freeze,
  isExtensible,
  isFrozen,
} = Object;
export const ownNames = Object.getOwnPropertyNames;
export const objectPrototype = Object.prototype;
export const arrayPrototype = Array.prototype as object;
export const objectTag = uncurry(Object.prototype.toString);
/** The object's own, unless it is an accessor: such a descriptor has no value, and would find that of the page's Object.prototype. */
export function ownValue(object: object, key: PropertyKey): unknown {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor && hasOwn(descriptor, "value") ? descriptor.value : undefined;
}
/** Like `ownValue`, for an accessor. */
export function ownGetter(object: object, key: PropertyKey): ((...args: never[]) => unknown) | undefined {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor && hasOwn(descriptor, "get") ? descriptor.get : undefined;
}
/** The object has it, and it is not a value. */
export function isAccessor(object: object, key: PropertyKey): boolean {
  const descriptor = getOwnPropertyDescriptor(object, key);
  return descriptor !== undefined && !hasOwn(descriptor, "value");
}
/** Along the prototypes, and nothing where a value comes first; unlike a descriptor it costs no object. */
export const lookupGetter = method(Object, "__lookupGetter__") as unknown as (
  object: object,
  key: PropertyKey,
) => ((...args: never[]) => unknown) | undefined;
export const functionText = uncurry(Function.prototype.toString);
// biome-ignore lint/security/noGlobalEval: it compiles the scripts of AI Web Pilot
export const nativeEval = eval;
export const NativeError = Error;
/** Exists only in V8. */
export const { captureStackTrace: captureStack } = Error as {
  captureStackTrace?: (error: object, below: (...args: never[]) => unknown) => void;
};
/** Since Chrome 134. */
export const { isError } = Error as { isError?: (value: unknown) => boolean };
/** The inherited getter of `stack`, in engines where it is an accessor. */
export const stackGetter = lookupGetter(new Error(), "stack");
const evalErrorPrototype = EvalError.prototype;
/** What the browser throws where a policy forbids to compile a text. */
export const isEvalError = (error: unknown) => getPrototypeOf(error) === evalErrorPrototype;
export const { isArray } = Array;

const item = { __proto__: null, value: undefined, writable: true, enumerable: true, configurable: true } as {
  value: unknown;
};

/** At the end. An assignment would run the setter that a page may give Object.prototype or Array.prototype for `0`. */
export function append<T>(list: T[], value: T): void {
  item.value = value;
  defineProperty(list, list.length, item);
  item.value = undefined;
}

/** Removes by hand, because `splice` lets the page choose the class of its result. */
export function removeAt(list: unknown[], at: number): void {
  for (let i = at + 1; i < list.length; i++) list[i - 1] = list[i];
  list.length--;
}

export const sort = uncurry(Array.prototype.sort) as (list: string[]) => string[];
export const isView = ArrayBuffer.isView;
export const isFiniteNumber = Number.isFinite;
export const { floor, min, round } = Math;
export const { stringify, parse } = JSON;
export const { iterator: iteratorSymbol, toStringTag } = Symbol as {
  iterator: typeof Symbol.iterator;
  toStringTag: typeof Symbol.toStringTag;
};
export const symbolText = uncurry(Symbol.prototype.toString);

const { prototype: text } = String;
export const wellFormed = uncurry(text.toWellFormed);
export const slice = uncurry(text.slice);
export const charCode = uncurry(text.charCodeAt);
export const indexOf = uncurry(text.indexOf);
export const startsWith = uncurry(text.startsWith);
export const endsWith = uncurry(text.endsWith);
export const upperCase = uncurry(text.toUpperCase);
export const lowerCase = uncurry(text.toLowerCase);
export const split = uncurry(text.split as Method<string, [string], string[]>);
export const digits = uncurry(Number.prototype.toString);
export const numberValue = uncurry(Number.prototype.valueOf);
export const stringValue = uncurry(text.valueOf);
export const booleanValue = uncurry(Boolean.prototype.valueOf);

export const now = Date.now;
const NativeDate = Date;
const toIso = uncurry(Date.prototype.toISOString);
export const isoOf = (ms: number): string => toIso(new NativeDate(ms));
export const dateValue = uncurry(Date.prototype.getTime);

export const NativeMap = Map;
const { prototype: map } = Map;
export const mapGet = uncurry(map.get) as <K, V>(map: Map<K, V>, key: K) => V | undefined;
export const mapSet = uncurry(map.set) as <K, V>(map: Map<K, V>, key: K, value: V) => unknown;
export const mapDelete = uncurry(map.delete) as <K>(map: Map<K, unknown>, key: K) => boolean;
export const mapClear = uncurry(map.clear) as (map: Map<unknown, unknown>) => void;
export const mapEntries = uncurry(map.entries) as <K, V>(map: Map<K, V>) => Iterator<[K, V]>;
export const nextOfMap = uncurry(new Map().entries().next) as <T>(of: Iterator<T>) => IteratorResult<T>;
export const mapSize = getter<number>(Map, "size");
export const setValues = uncurry(Set.prototype.values) as <T>(set: Set<T>) => Iterator<T>;
export const nextOfSet = uncurry(new Set().values().next) as <T>(of: Iterator<T>) => IteratorResult<T>;
export const setSize = getter<number>(Set, "size");
export const bufferSize = getter<number>(ArrayBuffer, "byteLength");
export const blobSize = getter<number>(Blob, "size");
export const NativeUint8Array = Uint8Array;
export const NativeUint32Array = Uint32Array;
const typedArrayPrototype = getPrototypeOf(Uint8Array.prototype);
export const viewSize = getter<number>(typedArrayPrototype, "length");
export const viewBytes = getter<number>(typedArrayPrototype, "byteLength");
export const viewOffset = getter<number>(typedArrayPrototype, "byteOffset");
export const viewBuffer = getter<ArrayBuffer>(typedArrayPrototype, "buffer");
export const subarray = method<Uint8Array>(typedArrayPrototype, "subarray") as (
  of: Uint8Array,
  from: number,
  to: number,
) => Uint8Array;
export const dataBytes = getter<number>(DataView, "byteLength");
export const dataOffset = getter<number>(DataView, "byteOffset");
export const dataBuffer = getter<ArrayBuffer>(DataView, "buffer");
const NativeWeakMap = WeakMap;
const weakGet = uncurry(WeakMap.prototype.get) as <V>(map: WeakMap<object, V>, key: object) => V | undefined;
const weakSet = uncurry(WeakMap.prototype.set);

/** Something remembered about each object of the page, for as long as the page keeps the object. */
export function weakMap<V>(): { get: (key: object) => V | undefined; set: (key: object, value: V) => void } {
  const map = new NativeWeakMap<object, V>();
  return { get: (key) => weakGet(map, key), set: (key, value) => void weakSet(map, key, value) };
}

export const NativeWeakRef = WeakRef;
export const deref = uncurry(WeakRef.prototype.deref) as <T extends object>(of: WeakRef<T>) => T | undefined;

export const NativePromise = Promise;
type Then = <T>(
  promise: Promise<T>,
  onValue: (value: T) => unknown,
  onError?: (error: unknown) => unknown,
) => Promise<unknown>;
const nativeThen = uncurry(Promise.prototype.then) as Then;
const withoutConstructor = { __proto__: null, value: undefined, configurable: true } as PropertyDescriptor;

const promisePrototype = Promise.prototype;
const speciesSymbol = Symbol.species;
const promiseSpecies = ownGetter(Promise, speciesSymbol);

/** Whether `then` makes a native promise by itself. */
function isNativeSpecies(promise: object): boolean {
  return (
    getPrototypeOf(promise) === promisePrototype &&
    ownValue(promisePrototype, "constructor") === NativePromise &&
    ownGetter(NativePromise, speciesSymbol) === promiseSpecies
  );
}

/**
 * `then` makes its result by the promise's `constructor`, and that of Promise.prototype may be the page's (core-js puts its
 * own there). Without one it makes a native promise. Nothing of the page runs meanwhile.
 */
export const promiseThen: Then = (promise, onValue, onError) => {
  if (hasOwn(promise, "constructor") || isNativeSpecies(promise) || !isExtensible(promise))
    return nativeThen(promise, onValue, onError);
  defineProperty(promise, "constructor", withoutConstructor);
  try {
    return nativeThen(promise, onValue, onError);
  } finally {
    deleteProperty(promise, "constructor");
  }
};

export const setTimer = setTimeout.bind(globalThis) as (run: () => void, ms: number) => unknown;
export const clearTimer = clearTimeout.bind(globalThis) as (timer: unknown) => void;
export const microtask = queueMicrotask.bind(globalThis);
export const elapsed = performance.now.bind(performance);
export const randomValues = crypto.getRandomValues.bind(crypto);

const { prototype: target } = EventTarget;
export const listenTo = uncurry(target.addEventListener);
export const stopListening = uncurry(target.removeEventListener);
export const dispatch = uncurry(target.dispatchEvent);
export const NativeCustomEvent = CustomEvent;
export const NativeMouseEvent = MouseEvent;
export const NativeMutationObserver = MutationObserver;
export const observeNodes = uncurry(MutationObserver.prototype.observe) as (
  observer: MutationObserver,
  node: Node,
  options: MutationObserverInit,
) => void;
export const eventDetail = getter<unknown>(CustomEvent, "detail");
export const eventType = getter<string>(Event, "type");
export const currentTarget = getter<EventTarget | null>(Event, "currentTarget");
/** Every event has a property of its own that a page cannot change; by its getter it is read several times faster. */
export const isTrusted = getter<boolean>(new Event("x"), "isTrusted");
export const eventPhase = getter<number>(Event, "eventPhase");
export const composedPath = uncurry(Event.prototype.composedPath);
export const eventTarget = getter<EventTarget | null>(Event, "target");

export const NativeURL = URL;
/** The origin of the document. A sandboxed one has "null", whatever its address says. */
export const pageOrigin = globalThis.origin;
export const NativeRequest = Request;
export const requestHeaders = getter<Headers>(Request, "headers");
export const setHeader = method<void>(Headers, "set") as (of: Headers, name: string, value: string) => void;
export const setXhrHeader = method<void>(XMLHttpRequest, "setRequestHeader") as (
  xhr: XMLHttpRequest,
  name: string,
  value: string,
) => void;
export const urlText = getter<string>(URL, "href");
export const baseUri = getter<string>(Node, "baseURI");
export const createComment = uncurry(Document.prototype.createComment);
export const visibilityState = getter<string>(Document, "visibilityState");
export const documentUrl = getter<string>(Document, "URL");
export const nodeType = getter<number>(Node, "nodeType");
export const nodeName = getter<string>(Node, "nodeName");
export const nodeText = getter<string | null>(Node, "nodeValue");
export const textContent = getter<string | null>(Node, "textContent");
export const parentNode = getter<Node | null>(Node, "parentNode");
export const shadowHost = getter<Element>(ShadowRoot, "host");
export const containsNode = uncurry(Node.prototype.contains);
export const firstChild = getter<Element | null>(Element, "firstElementChild");
export const nextSibling = getter<Element | null>(Element, "nextElementSibling");
export const documentBody = getter<HTMLElement | null>(Document, "body");
export const activeElement = getter<Element | null>(Document, "activeElement");
export const localName = getter<string>(Element, "localName");
export const attribute = uncurry(Element.prototype.getAttribute);
export const styleLength = getter<number>(CSSStyleDeclaration, "length");
export const styleItem = uncurry(CSSStyleDeclaration.prototype.item);
export const styleValue = uncurry(CSSStyleDeclaration.prototype.getPropertyValue);

/** The getter of a class's property as a function; where a browser lacks it, one that finds nothing. */
export function getter<T>(of: object | undefined, key: string): (self: unknown) => T {
  const get = of && ownGetter(holderOf(of), key);
  return get ? (uncurry(get) as (self: unknown) => T) : () => undefined as T;
}

/** Like `getter`, for a method. */
export function method<T>(of: object | undefined, key: string): (self: unknown, ...args: never[]) => T {
  const value = of && ownValue(holderOf(of), key);
  return typeof value === "function" ? uncurry(value as never) : () => undefined as T;
}

/** The prototype of a class; otherwise the object itself. */
function holderOf(of: object): object {
  return typeof of === "function" ? ((of as NewableFunction).prototype as object) : of;
}
