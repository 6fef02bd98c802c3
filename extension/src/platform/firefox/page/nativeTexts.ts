// Texts of Firefox's own functions and errors.
import { endsWith, functionText, indexOf, ownValue, startsWith } from "../../../page/core/natives.js";
import type { NativeTexts } from "../../contract.js";

const NATIVE_BODY = "() {\n    [native code]\n}";

export const isNativeText: NativeTexts["isNativeText"] = (text) => endsWith(text, NATIVE_BODY);

/** Bound functions and proxies have no name in their text. */
export const isNativeGetterText: NativeTexts["isNativeGetterText"] = (text) =>
  startsWith(text, "function ") && !startsWith(text, "function (") && isNativeText(text);

/** The text is that of a method, too: only the name says `get size`. */
export const getterText: NativeTexts["getterText"] = (get) => {
  const name: unknown = ownValue(get, "name");
  return typeof name === "string" && startsWith(name, "get ") ? functionText(get) : "";
};

export const isRefusedCall: NativeTexts["isRefusedCall"] = (message) =>
  indexOf(message, "does not implement interface ") >= 0 ||
  endsWith(message, ": Body has already been consumed.") ||
  endsWith(message, ": Body is locked.");

/** Never, because their words differ: a stack is changed by its text, and here that runs no code of the page. */
export const isBindingError: NativeTexts["isBindingError"] = () => false;

/** SpiderMonkey says the same about an empty body and about one that ends too early. */
export const isEndOfJson: NativeTexts["isEndOfJson"] = (message) =>
  indexOf(message, "unexpected end of data") >= 0;
