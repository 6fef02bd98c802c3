// Formats built-in objects, errors and DOM nodes for the log.

import { MAX_OBJECT_KEYS } from "../../generated/limits.js";
import {
  append,
  attribute,
  bufferSize,
  dateValue,
  documentUrl,
  endsWith,
  eventTarget,
  eventType,
  getPrototypeOf,
  hasOwn,
  isError,
  isFiniteNumber,
  isoOf,
  isView,
  localName,
  mapEntries,
  mapSize,
  nextOfMap,
  nextOfSet,
  nodeName,
  nodeText,
  nodeType,
  objectTag,
  ownValue,
  setSize,
  setValues,
  slice,
  toStringTag,
  urlText,
  viewSize,
} from "./natives.js";
import { STRING_CHARS } from "./quote.js";
import { isPageGetter, ownText, readStack, readText } from "./readSafely.js";
import { regExpText } from "./regExpText.js";
import type { Walk } from "./serialize.js";
import { STACK_CHARS } from "./stacks.js";

export const VALUE_DEPTH = 10; // CON-04

const NODE_CHARS = 200; // a DOM node in a log

export function isErrorObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    if (isError) return isError(value);
    return !isPageGetter(value, toStringTag) && endsWith(objectTag(value), "Error]");
  } catch {
    return false;
  }
}

/**
 * JSON text of an object that is more than its properties; nothing for the others. `tag` comes from
 * Object.prototype.toString and can be forged: a forger makes the native throw, and the object then is an ordinary one.
 */
export function describeObject(object: object, tag: string, walk: Walk, depth: number): string | undefined {
  try {
    return isView(object) ? describeView(object, tag, walk) : describeTagged(object, tag, walk, depth);
  } catch {
    return undefined;
  }
}

function describeTagged(object: object, tag: string, walk: Walk, depth: number): string | undefined {
  switch (tag) {
    case "[object Object]":
      return undefined;
    case "[object Error]":
    case "[object DOMException]":
      return describeError(object, walk, depth);
    case "[object Date]":
      return walk.quoted(dateText(object as Date));
    case "[object RegExp]":
      return walk.quoted(regExpText(object as RegExp));
    case "[object Map]":
      return describeMap(object as Map<unknown, unknown>, walk, depth);
    case "[object Set]":
      return describeSet(object as Set<unknown>, walk, depth);
    case "[object ArrayBuffer]":
      return walk.quoted(`[ArrayBuffer(${bufferSize(object)})]`);
    case "[object URL]":
      return walk.quoted(urlText(object));
    case "[object Promise]":
    case "[object WeakMap]":
    case "[object WeakSet]":
    case "[object WeakRef]":
    case "[object Window]":
      return walk.quoted(`[${slice(tag, 8, -1)}]`);
    default:
      return isError?.(object) ? describeError(object, walk, depth) : describePlatform(object, tag, walk);
  }
}

/** Events and nodes; their natives throw for everything else. */
function describePlatform(object: object, tag: string, walk: Walk): string {
  if (!endsWith(tag, "Event]")) return walk.quoted(describeNode(object));
  const target = eventTarget(object);
  const type = walk.quoted(eventType(object));
  return `{"[class]":${walk.quoted(slice(tag, 8, -1))},"type":${type},"target":${walk.quoted(targetText(target))}}`;
}

function targetText(target: EventTarget | null): string {
  if (target === null) return "null";
  try {
    return describeNode(target);
  } catch {
    return `[${className(getPrototypeOf(target)) || "EventTarget"}]`;
  }
}

/** `<button#buy.primary>`; throws for a value that is not a node. */
export function describeNode(node: object): string {
  switch (nodeType(node)) {
    case 1:
      return describeElement(node as Element);
    case 3:
      return `#text ${slice(nodeText(node) ?? "", 0, NODE_CHARS)}`;
    case 9:
      return `[Document ${documentUrl(node)}]`;
    default:
      return nodeName(node);
  }
}

function describeElement(element: Element): string {
  const id = attribute(element, "id");
  const classes = attribute(element, "class");
  let text = localName(element);
  if (id) text += `#${id}`;
  if (classes) text += `.${joinParts(classes, ".")}`;
  return `<${slice(text, 0, NODE_CHARS)}>`;
}

/** "a  b" → "a.b", by hand because a regular expression could be patched; at most NODE_CHARS of the words are read. */
export function joinParts(words: string, separator: string): string {
  let text = "";
  for (let i = 0; i < words.length && i < NODE_CHARS; i++) {
    const char = words[i] as string;
    if (char > " ") text += char;
    else if (text !== "" && !endsWith(text, separator)) text += separator;
  }
  return endsWith(text, separator) ? slice(text, 0, -1) : text;
}

function describeError(error: object, walk: Walk, depth: number): string {
  if (depth >= VALUE_DEPTH) return walk.quoted(`[${readText(error, "name") || "Error"}]`);
  let json = `{"name":${walk.property(error, "name" as never, depth + 1)}`;
  json += `,"message":${walk.property(error, "message" as never, depth + 1)}`;
  const stack = readStack(error);
  if (stack) json += `,"stack":${walk.quoted(stack, STACK_CHARS)}`;
  if (hasOwn(error, "cause")) json += `,"cause":${walk.property(error, "cause" as never, depth + 1)}`;
  if (hasOwn(error, "errors")) json += `,"errors":${walk.property(error, "errors" as never, depth + 1)}`;
  return walk.fields(error, depth, json);
}

function describeMap(map: Map<unknown, unknown>, walk: Walk, depth: number): string {
  if (depth >= VALUE_DEPTH) return walk.quoted(`[Map(${mapSize(map)})]`);
  const shown: unknown[] = [];
  const entries = mapEntries(map);
  for (
    let next = nextOfMap(entries);
    !next.done && shown.length < MAX_OBJECT_KEYS;
    next = nextOfMap(entries)
  ) {
    append(shown, next.value);
  }
  return `{"[Map]":${walk.items(shown, mapSize(map), depth, true)}}`;
}

function describeSet(set: Set<unknown>, walk: Walk, depth: number): string {
  if (depth >= VALUE_DEPTH) return walk.quoted(`[Set(${setSize(set)})]`);
  const shown: unknown[] = [];
  const values = setValues(set);
  for (let next = nextOfSet(values); !next.done && shown.length < MAX_OBJECT_KEYS; next = nextOfSet(values)) {
    append(shown, next.value);
  }
  return `{"[Set]":${walk.items(shown, setSize(set), depth, true)}}`;
}

/** `[Uint8Array(5)] 1,2,3,4,5` */
function describeView(view: ArrayBufferView, tag: string, walk: Walk): string {
  const kind = slice(tag, 8, -1);
  if (kind === "DataView") return walk.quoted("[DataView]");
  const length = viewSize(view);
  const items = view as unknown as ArrayLike<number>;
  let text = "";
  let i = 0;
  for (; i < length && i < MAX_OBJECT_KEYS; i++) text += `${i > 0 ? "," : ""}${items[i]}`;
  return walk.quoted(`[${kind}(${length})] ${text}${i < length ? ",…" : ""}`, STRING_CHARS);
}

function dateText(date: Date): string {
  const ms = dateValue(date);
  return isFiniteNumber(ms) ? isoOf(ms) : "Invalid Date";
}

/** `[Function name]`; the name is read without running a getter. */
export function describeFunction(value: object): string {
  return `[Function ${ownText(value, "name") || "(anonymous)"}]`;
}

/** The class's name, or nothing for plain objects. */
export function className(prototype: object | null): string {
  if (prototype === null) return "";
  const maker: unknown = ownValue(prototype, "constructor");
  if (typeof maker !== "function") return "";
  const name = ownText(maker, "name");
  return name === "Object" ? "" : name;
}
