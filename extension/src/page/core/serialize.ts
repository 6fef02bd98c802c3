// Turns any value of the page into JSON text in one walk: bounded, and deaf to toJSON and patched prototypes.

import { KEY_CHARS, MAX_OBJECT_KEYS } from "../../generated/limits.js";
import { className, describeFunction, describeObject, VALUE_DEPTH } from "./describeObject.js";
import {
  floor,
  getPrototypeOf,
  hasOwn,
  isArray,
  isFiniteNumber,
  keys,
  min,
  objectPrototype,
  objectTag,
  symbolText,
  toStringTag,
} from "./natives.js";
import { quote, quoteAgain, SHORT_CHARS, STRING_CHARS } from "./quote.js";
import { isPageGetter, readText } from "./readSafely.js";

export const ENTRY_CHARS = 32_768; // all arguments of one console call together
export const MESSAGE_CHARS = 10_240; // CON-03: as any string

/** JSON text of a value, at most about `chars` long. */
export function encodeValue(value: unknown, chars: number = ENTRY_CHARS): string {
  return new Walk(chars).value(value, 0);
}

/** The list of arguments is not a level of its own: each of them begins at depth 0. */
const ABOVE = -1;

/** JSON text of a call's arguments: always an array. */
export function encodeArguments(args: readonly unknown[]): string {
  return new Walk(ENTRY_CHARS).items(args, args.length, ABOVE, true);
}

/** Worst case of JSON: one character becomes `\u0000`. */
const ESCAPED_CHARS = 6;

/** A container that is being shown, and the one that it is in. */
interface Around {
  object: object;
  outer: Around | null;
}

/** One pass over one value: the room that is left, and the containers around the place where it is. */
export class Walk {
  private around: Around | null = null;

  private room: number;

  constructor(room: number) {
    this.room = room;
  }

  value(value: unknown, depth: number): string {
    if (this.room <= 0) return '"…"';
    switch (typeof value) {
      case "string":
        return this.quoted(value);
      case "number":
        return this.spend(numberText(value));
      case "boolean":
        return this.spend(value ? "true" : "false");
      case "undefined":
        return this.spend('"[undefined]"');
      case "bigint":
        return this.quoted(`${value}n`);
      case "symbol":
        return this.quoted(symbolText(value));
      case "function":
        return this.quoted(describeFunction(value));
      default:
        return value === null ? this.spend("null") : this.object(value as object, depth);
    }
  }

  quoted(text: string, chars: number = STRING_CHARS): string {
    if (text.length <= SHORT_CHARS && text.length <= min(chars, this.room))
      return this.spend(quoteAgain(text));
    const json = quote(text, min(chars, this.room));
    // Escapes may have blown it up beyond the room.
    const fits = json.length <= this.room + ESCAPED_CHARS * ESCAPED_CHARS;
    return this.spend(fits ? json : quote(text, floor(this.room / ESCAPED_CHARS)));
  }

  /**
   * An array, or the values of something like one. `length` may be more than what is shown. `isOurs`: it has every item, and
   * no getter.
   */
  items(list: ArrayLike<unknown>, length: number, depth: number, isOurs = false): string {
    let json = "[";
    let i = 0;
    for (; i < length && i < MAX_OBJECT_KEYS && this.room > 0; i++) {
      if (i > 0) json += ",";
      json += isOurs ? this.value(list[i], depth + 1) : this.property(list, i as never, depth + 1);
    }
    return i < length ? `${json},"…[+${length - i} items]"]` : `${json}]`;
  }

  /** The own enumerable properties, after what `json` has already: an opening brace and perhaps some fields. */
  fields(object: object, depth: number, json = "{"): string {
    const names = keys(object);
    const { length } = names;
    let separator = json === "{" ? "" : ",";
    let i = 0;
    for (; i < length && i < MAX_OBJECT_KEYS && this.room > 0; i++) {
      const name = names[i] as string;
      json += `${separator}${this.key(name)}:${this.property(object, name as never, depth + 1)}`;
      separator = ",";
    }
    return i < length ? `${json}${separator}"…":"[+${length - i} keys]"}` : `${json}}`;
  }

  /** A getter of the page is not run: it may count, load or throw. A proxy's traps cannot be avoided. */
  property(object: object, name: never, depth: number): string {
    let value: unknown;
    try {
      if (isPageGetter(object, name)) return this.quoted("[Getter]");
      value = object[name];
    } catch (error) {
      return this.thrown(error);
    }
    return this.value(value, depth);
  }

  key(name: string): string {
    return this.spend(name.length <= SHORT_CHARS ? quoteAgain(name) : quote(name, KEY_CHARS));
  }

  private object(object: object, depth: number): string {
    const outer = this.around;
    for (let each = outer; each !== null; each = each.outer) {
      if (each.object === object) return this.spend('"[Circular]"');
    }
    this.around = { object, outer };
    try {
      return this.container(object, depth);
    } catch (error) {
      // A proxy whose traps throw, or one that was revoked.
      return this.thrown(error);
    } finally {
      this.around = outer;
    }
  }

  private container(object: object, depth: number): string {
    const isTooDeep = depth >= VALUE_DEPTH;
    if (isArray(object)) {
      return isTooDeep ? this.quoted(`[Array(${object.length})]`) : this.items(object, object.length, depth);
    }
    const prototype = getPrototypeOf(object);
    if (prototype === objectPrototype)
      return isTooDeep ? this.quoted("[Object]") : this.fields(object, depth);
    if (prototype === null && isForeignWindow(object)) return this.quoted("[Window]");
    const described = prototype && describeObject(object, tagOf(object), this, depth);
    if (described) return described;
    const name = className(prototype);
    if (isTooDeep) return this.quoted(`[${name || "Object"}]`);
    return this.fields(object, depth, name ? `{"[class]":${this.quoted(name, KEY_CHARS)}` : "{");
  }

  private thrown(error: unknown): string {
    return this.quoted(`[Throws: ${messageOf(error)}]`, KEY_CHARS);
  }

  private spend(json: string): string {
    this.room -= json.length + 1;
    return json;
  }
}

/** What an error says; for other thrown values their kind. */
export function messageOf(error: unknown): string {
  return typeof error === "string" ? error : readText(error, "message") || typeof error;
}

/** Nothing if the page's own code would have to say it. */
function tagOf(object: object): string {
  return isPageGetter(object, toStringTag) ? "" : objectTag(object);
}

function numberText(value: number): string {
  if (!isFiniteNumber(value)) return `"${value}"`;
  return value === 0 && 1 / value < 0 ? '"-0"' : `${value}`;
}

/** A window of another origin has no prototype and cannot be inspected. */
export function isForeignWindow(object: object): boolean {
  return hasOwn(object, "postMessage") && hasOwn(object, "frames");
}
