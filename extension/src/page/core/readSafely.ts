// Reads what belongs to the page without running its code; what cannot be read without is left alone.
import { getterText, isNativeGetterText } from "#platform/page/nativeTexts.js";
import { functionText, keys, lookupGetter, ownValue, stackGetter } from "./natives.js";

/** Whether reading the property would run a getter that the page wrote, be it the object's own or its class's. */
export function isPageGetter(object: object, key: PropertyKey): boolean {
  const get = lookupGetter(object, key);
  return get !== undefined && !isNativeGetter(get);
}

/** The property's value; nothing where there is none or it cannot be read. */
export function readProperty(object: unknown, key: string): unknown {
  if (!isObject(object)) return undefined;
  try {
    return isPageGetter(object, key) ? undefined : (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** A function is one, too. */
export function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The own enumerable keys; none for what is not an object, and for a proxy that refuses. */
export function allKeys(object: unknown): string[] {
  try {
    return isObject(object) ? keys(object) : [];
  } catch {
    return [];
  }
}

/** Like `readProperty`, for texts. */
export function readText(object: unknown, key: string): string {
  const value = readProperty(object, key);
  return typeof value === "string" ? value : "";
}

/** An error's stack, whose text is made at the first look: out of the name and the message, by their getters. */
export function readStack(error: unknown): string {
  if (typeof error !== "object" || error === null) return "";
  try {
    if (isPageGetter(error, "name") || isPageGetter(error, "message")) return "";
  } catch {
    return "";
  }
  return readText(error, "stack");
}

/** Like `readProperty`, for an object whose getters the browser is about to run anyway. */
export function readOption(object: unknown, key: string): unknown {
  if (typeof object !== "object" || object === null) return undefined;
  try {
    return (object as Record<string, unknown>)[key];
  } catch {
    return undefined;
  }
}

/** What the browser makes of an argument where it wants a text. */
export function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return `${value}`;
  } catch {
    return "";
  }
}

/** The string of a property of the object's own that is a value. */
export function ownText(object: object, key: string): string {
  const value: unknown = ownValue(object, key);
  return typeof value === "string" ? value : "";
}

function isNativeGetter(get: (...args: never[]) => unknown): boolean {
  if (get === stackGetter) return true;
  const text = getterText(get);
  return isNativeGetterText(text) || isForeignStackGetter(get, text);
}

/** An error of another frame has that frame's getter. */
function isForeignStackGetter(get: (...args: never[]) => unknown, text: string): boolean {
  if (stackGetter === undefined || text !== functionText(stackGetter)) return false;
  return ownText(get, "name") === ownText(stackGetter, "name");
}
