// The JSON text of a script's result: what JSON.stringify gives, and a readable form of what it would drop.
//
// Unlike console capture, this runs the page's getters, `toJSON` methods, iterators and proxy traps: the script asked for
// the value. The script's deadline covers them; `guard.t()` throws when it has passed, and nothing here catches that.
import { className, describeFunction, isErrorObject } from "../core/describeObject.js";
import {
  append,
  apply,
  arrayPrototype,
  floor,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFiniteNumber,
  iteratorSymbol,
  keys,
  mapGet,
  mapSet,
  NativeMap,
  objectPrototype,
  objectTag,
  slice,
  symbolText,
} from "../core/natives.js";
import { quote } from "../core/quote.js";
import { isForeignWindow, messageOf } from "../core/serialize.js";
import type { DeadlineGuard } from "./deadlineGuard.js";
import {
  attributeNames,
  isEvent,
  isInvalidDate,
  isIterable,
  isMapLike,
  nativePrototype,
  nodeSummary,
  primitiveOf,
  styleDeclarations,
} from "./platformObjects.js";

export const RESULT_CHARS = 40_000; // a result as JSON, so that it fits ANSWER_CHARS completely
export const RESULT_DEPTH = 64; // levels of a result; JSON.stringify has no such bound

export function resultJson(value: unknown, guard: DeadlineGuard): string {
  return value === undefined ? "null" : new ResultWriter(guard).write(value, "");
}

/** JSON writes one character as up to six: `\u0000`. */
const ESCAPED_CHARS = 6;

/** Around each object and list, with the comma behind it. */
const BRACKETS = 3;

/** The shortest pair of a map, `"":0,`: more pairs than fit are not collected. */
const PAIR_CHARS = 5;

const NO_ARGUMENTS: [] = [];

/** An object that is being written, and the one that contains it. */
interface Enclosing {
  object: object;
  outer: Enclosing | null;
}

type Pair = { key: unknown; value: unknown };

class ResultWriter {
  private room = RESULT_CHARS;
  private depth = 0;
  private enclosing: Enclosing | null = null;
  /** Inside a value that came from an attribute of a browser object: these lead on to every other one. */
  private inAttribute = false;

  private readonly guard: DeadlineGuard;

  constructor(guard: DeadlineGuard) {
    this.guard = guard;
  }

  write(value: unknown, key: string): string {
    this.guard.t();
    if (this.room <= 0) return this.spend('"…"');
    try {
      return this.json(applyToJson(value, key));
    } catch (error) {
      return this.thrown(error);
    }
  }

  private json(value: unknown): string {
    switch (typeof value) {
      case "string":
        return this.text(value);
      case "number":
        return this.spend(isFiniteNumber(value) ? `${value}` : `"${value}"`);
      case "boolean":
        return this.spend(value ? "true" : "false");
      case "undefined":
        return this.spend('"[undefined]"');
      case "bigint":
        return this.text(`${value}n`);
      case "symbol":
        return this.text(symbolText(value));
      case "function":
        return this.text(describeFunction(value));
      default:
        return value === null ? this.spend("null") : this.object(value as object);
    }
  }

  private object(object: object): string {
    const outer = this.enclosing;
    for (let each = outer; each !== null; each = each.outer) {
      if (each.object === object) return this.spend('"[Circular]"');
    }
    if (this.depth >= RESULT_DEPTH) return this.tooDeep(object);
    this.enclosing = { object, outer };
    this.depth++;
    this.room -= BRACKETS;
    try {
      return this.container(object);
    } finally {
      this.depth--;
      this.enclosing = outer;
    }
  }

  private container(object: object): string {
    if (isArray(object)) return this.items(object);
    const prototype = getPrototypeOf(object);
    if (prototype === objectPrototype) return this.fields(object);
    if (prototype === null) return isForeignWindow(object) ? this.text("[Window]") : this.fields(object);
    const native = nativePrototype(prototype);
    return native === null ? this.fields(object) : this.browserObject(object, native);
  }

  /** An instance of a built-in class other than Object and Array, or of a class that extends one. */
  private browserObject(object: object, native: object): string {
    const summary = nodeSummary(object);
    if (summary !== undefined) return this.text(summary);
    const primitive = primitiveOf(object, native);
    if (primitive !== undefined) return this.json(primitive);
    if (isErrorObject(object)) return this.error(object);
    if (className(native) === "Window") return this.text("[Window]");
    const style = styleDeclarations(object);
    if (style) return this.pairs(style, style.length);
    if (isMapLike(native)) return this.entries(object);
    if (isIterable(native)) return this.iterated(object);
    if (keys(object).length > 0 && !isEvent(object)) return this.fields(object);
    return this.attributes(object, native);
  }

  private items(list: readonly unknown[]): string {
    const { length } = list;
    let json = "[";
    let i = 0;
    for (; i < length && this.room > 0; i++) {
      if (i > 0) json += ",";
      json += this.property(list, `${i}`);
    }
    return i < length ? `${json},"…[+${length - i} items]"]` : `${json}]`;
  }

  private iterated(object: object): string {
    let json = "[";
    const iterator = iterate(object);
    let count = 0;
    let step = iterator.next();
    for (; !step.done && this.room > 0; step = iterator.next(), count++) {
      if (count > 0) json += ",";
      json += this.write(step.value, `${count}`);
    }
    return step.done ? `${json}]` : `${json},"…[+${leftOut(object, count)} items]"]`;
  }

  private entries(object: object): string {
    const pairs: Pair[] = [];
    const iterator = iterate(object) as Iterator<[unknown, unknown]>;
    let step = iterator.next();
    for (; !step.done && pairs.length * PAIR_CHARS < this.room; step = iterator.next()) {
      this.guard.t();
      append(pairs, { key: step.value[0], value: step.value[1] });
    }
    const isComplete = step.done === true;
    const total = isComplete ? pairs.length : sizeOf(object);
    return hasOnlyTextKeys(pairs) ? this.pairs(grouped(pairs), total) : this.pairList(pairs, total);
  }

  /** `total` may be more than the pairs: these were not collected because they cannot fit. */
  private pairs(pairs: readonly Pair[], total: number): string {
    let json = "{";
    let i = 0;
    for (; i < pairs.length && this.room > 0; i++) {
      const { key, value } = pairs[i] as Pair;
      json += `${i > 0 ? "," : ""}${this.text(key as string)}:${this.write(value, key as string)}`;
    }
    return i < pairs.length ? `${json},"…":"[+${total - i} keys]"}` : `${json}}`;
  }

  private pairList(pairs: readonly Pair[], total: number): string {
    let json = "[";
    let i = 0;
    for (; i < pairs.length && this.room > 0; i++) {
      const { key, value } = pairs[i] as Pair;
      this.room -= BRACKETS;
      json += `${i > 0 ? "," : ""}[${this.write(key, "0")},${this.write(value, "1")}]`;
    }
    return i < pairs.length ? `${json},"…[+${total - i} entries]"]` : `${json}]`;
  }

  /** The object's own enumerable properties, as JSON.stringify lists them. */
  private fields(object: object): string {
    const names = keys(object);
    if (names.length > 0) return this.members(object, names, "{");
    const tag = objectTag(object);
    return tag === "[object Object]" || tag === "[object Arguments]"
      ? "{}"
      : this.text(`[${slice(tag, 8, -1)}]`);
  }

  private members(object: object, names: readonly string[], opening: string): string {
    const { length } = names;
    let json = opening;
    let i = 0;
    for (; i < length && this.room > 0; i++) {
      const name = names[i] as string;
      json += `${json === "{" ? "" : ","}${this.text(name)}:${this.property(object, name)}`;
    }
    return i < length ? `${json}${json === "{" ? "" : ","}"…":"[+${length - i} keys]"}` : `${json}}`;
  }

  /** A browser object without properties of its own: the attributes of its class. */
  private attributes(object: object, native: object): string {
    const name = className(getPrototypeOf(object)) || className(native);
    if (this.inAttribute) return this.text(`[${name}]`);
    const names = attributeNames(object, native);
    if (names.length === 0) return this.text(`[${name}]`);
    this.inAttribute = true;
    try {
      return this.members(object, names, "{");
    } finally {
      this.inAttribute = false;
    }
  }

  private error(error: object): string {
    const names: string[] = ["name", "message", "stack"];
    if (hasOwn(error, "cause")) append(names, "cause");
    if (hasOwn(error, "errors")) append(names, "errors");
    const own = keys(error);
    for (let i = 0; i < own.length; i++) {
      const name = own[i] as string;
      if (!contains(names, name)) append(names, name);
    }
    return this.members(error, names, "{");
  }

  private property(object: object, name: string): string {
    let value: unknown;
    try {
      value = (object as Record<string, unknown>)[name];
    } catch (error) {
      return this.thrown(error);
    }
    return this.write(value, name);
  }

  private text(text: string): string {
    const json = quote(text, this.room);
    const fits = json.length <= this.room + ESCAPED_CHARS * ESCAPED_CHARS;
    return this.spend(fits ? json : quote(text, floor(this.room / ESCAPED_CHARS)));
  }

  private tooDeep(object: object): string {
    return this.text(isArray(object) ? `[Array(${object.length})]` : "[Object]");
  }

  /** A getter, a trap or a `toJSON` threw. The end of the script's time is not theirs to catch. */
  private thrown(error: unknown): string {
    if (this.guard.ended !== null) throw error;
    return this.text(`[Throws: ${messageOf(error)}]`);
  }

  private spend(json: string): string {
    this.room -= json.length + 1;
    return json;
  }
}

function applyToJson(value: unknown, key: string): unknown {
  if (
    (typeof value !== "object" && typeof value !== "function" && typeof value !== "bigint") ||
    value === null
  )
    return value;
  const toJSON = hasToJson(value) ? (value as { toJSON?: unknown }).toJSON : undefined;
  if (typeof toJSON !== "function") return value;
  return isInvalidDate(value) ? "Invalid Date" : apply(toJSON, value, [key]);
}

/**
 * Of the value or of its class. Every array and plain object would inherit one that a page puts on Array.prototype or
 * Object.prototype, and the page could answer in the script's place.
 */
function hasToJson(value: unknown): boolean {
  let holder: object | null = value as object;
  for (let i = 0; i < RESULT_DEPTH && holder !== null; i++) {
    if (holder === objectPrototype || holder === arrayPrototype) return false;
    if (hasOwn(holder, "toJSON")) return true;
    holder = getPrototypeOf(holder);
  }
  return false;
}

/** Uses the page's own iterator, because draft and reactive maps override it. */
function iterate(object: object): Iterator<unknown> {
  const start = (object as Record<symbol, () => Iterator<unknown>>)[iteratorSymbol];
  return apply(start as () => Iterator<unknown>, object, NO_ARGUMENTS);
}

function sizeOf(object: object): number {
  const { size, length } = object as { size?: unknown; length?: unknown };
  if (typeof size === "number") return size;
  return typeof length === "number" ? length : 0;
}

function leftOut(object: object, shown: number): string {
  const size = sizeOf(object);
  return size > shown ? `${size - shown}` : "more";
}

function hasOnlyTextKeys(pairs: readonly Pair[]): boolean {
  for (let i = 0; i < pairs.length; i++) if (typeof (pairs[i] as Pair).key !== "string") return false;
  return true;
}

/** A form or a query may have a name several times: then its value is the list. */
function grouped(pairs: readonly Pair[]): Pair[] {
  const lists = new NativeMap<unknown, unknown[]>();
  const result: Pair[] = [];
  for (let i = 0; i < pairs.length; i++) {
    const { key, value } = pairs[i] as Pair;
    const list = mapGet(lists, key);
    if (list === undefined) {
      mapSet(lists, key, [value]);
      append(result, { key, value });
    } else append(list, value);
  }
  for (let i = 0; i < result.length; i++) {
    const pair = result[i] as Pair;
    const list = mapGet(lists, pair.key) as unknown[];
    if (list.length > 1) pair.value = list;
  }
  return result;
}

function contains(names: readonly string[], name: string): boolean {
  for (let i = 0; i < names.length; i++) if (names[i] === name) return true;
  return false;
}
