// What the browser's own objects hold that JSON.stringify does not see: their attributes, entries and text.
import { isNativeText } from "#platform/page/nativeTexts.js";
import { className, describeNode, joinParts } from "../core/describeObject.js";
import {
  append,
  booleanValue,
  dateValue,
  eventType,
  functionText,
  getPrototypeOf,
  isFiniteNumber,
  iteratorSymbol,
  mapGet,
  mapSet,
  NativeMap,
  nodeText,
  nodeType,
  numberValue,
  objectPrototype,
  ownGetter,
  ownNames,
  ownValue,
  startsWith,
  stringValue,
  styleItem,
  styleLength,
  styleValue,
  textContent,
} from "../core/natives.js";
import { regExpText } from "../core/regExpText.js";

const NODE_WITH_CHILDREN = 1;
const ATTRIBUTE = 2;

/** The prototype of the nearest built-in class; null when that is Object's, of this or another frame, or none. */
export function nativePrototype(prototype: object): object | null {
  for (let each: object | null = prototype; each !== null; each = getPrototypeOf(each)) {
    const maker: unknown = ownValue(each, "constructor");
    if (typeof maker === "function" && isNativeText(functionText(maker as never))) {
      return each === objectPrototype || getPrototypeOf(each) === null ? null : each;
    }
  }
  return null;
}

/** `<button#buy.primary> Buy now`; undefined for what is not a node. */
export function nodeSummary(object: object): string | undefined {
  if (!accepts(nodeType, object)) return undefined;
  const type = nodeType(object);
  if (type === ATTRIBUTE) return `${describeNode(object)}="${nodeText(object)}"`;
  if (type !== NODE_WITH_CHILDREN) return describeNode(object);
  const text = joinParts(textContent(object) ?? "", " ");
  return text === "" ? describeNode(object) : `${describeNode(object)} ${text}`;
}

/** `new Number(1)` is 1 in JSON, a regular expression its source. */
export function primitiveOf(object: object, native: object): unknown {
  switch (className(native)) {
    case "Number":
      return numberValue(object as never);
    case "String":
      return stringValue(object as never);
    case "Boolean":
      return booleanValue(object as never);
    case "RegExp":
      return regExpText(object as RegExp);
    default:
      return undefined;
  }
}

export function isInvalidDate(value: unknown): boolean {
  return accepts(dateValue, value) && !isFiniteNumber(dateValue(value as Date));
}

export function isEvent(object: object): boolean {
  return accepts(eventType, object);
}

/** Maps, headers, forms, queries: their iterator gives pairs. */
export function isMapLike(native: object): boolean {
  const { entries } = native as { entries?: unknown };
  return entries !== undefined && (native as Record<symbol, unknown>)[iteratorSymbol] === entries;
}

export function isIterable(native: object): boolean {
  return typeof (native as Record<symbol, unknown>)[iteratorSymbol] === "function";
}

/** The properties that a style sets, or all computed ones. */
export function styleDeclarations(object: object): { key: string; value: string }[] | undefined {
  if (!accepts(styleLength, object)) return undefined;
  const declarations: { key: string; value: string }[] = [];
  const length = styleLength(object);
  for (let i = 0; i < length; i++) {
    const key = styleItem(object as CSSStyleDeclaration, i);
    append(declarations, { key, value: styleValue(object as CSSStyleDeclaration, key) });
  }
  return declarations;
}

/** The names of the getters of the object's built-in classes, without event handlers; own properties first. */
export function attributeNames(object: object, native: object): string[] {
  const seen = new NativeMap<string, true>();
  const names: string[] = [];
  addGetters(object, seen, names);
  for (
    let each: object | null = native;
    each !== null && each !== objectPrototype;
    each = getPrototypeOf(each)
  )
    addGetters(each, seen, names);
  return names;
}

function addGetters(holder: object, seen: Map<string, true>, names: string[]): void {
  const own = ownNames(holder);
  for (let i = 0; i < own.length; i++) {
    const name = own[i] as string;
    if (startsWith(name, "on") || name === "__proto__" || mapGet(seen, name)) continue;
    if (ownGetter(holder, name) === undefined) continue;
    mapSet(seen, name, true);
    append(names, name);
  }
}

/** Whether a native takes the object for one of its own: it throws for others. */
function accepts(native: (object: never) => unknown, object: unknown): boolean {
  try {
    return native(object as never) !== undefined;
  } catch {
    return false;
  }
}
