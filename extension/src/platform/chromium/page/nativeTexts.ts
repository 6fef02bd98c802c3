// Texts of Chromium's own functions and errors.
import { endsWith, startsWith } from "../../../page/core/natives.js";
import type { NativeTexts } from "../../contract.js";

export { functionText as getterText } from "../../../page/core/natives.js";

export const isNativeText: NativeTexts["isNativeText"] = (text) => endsWith(text, "{ [native code] }");

/** No function of a page can have this text: bound functions and proxies lack the `get`. */
export const isNativeGetterText: NativeTexts["isNativeGetterText"] = (text) =>
  startsWith(text, "function get ") && isNativeText(text);

export const isRefusedCall: NativeTexts["isRefusedCall"] = (message) =>
  startsWith(message, "Failed to execute '");

export const isBindingError: NativeTexts["isBindingError"] = (message) =>
  isRefusedCall(message) || startsWith(message, "Failed to construct '") || message === "Illegal invocation";

/** V8 says the same about an empty body and about one that ends too early. */
export const isEndOfJson: NativeTexts["isEndOfJson"] = (message) =>
  endsWith(message, "Unexpected end of JSON input");
