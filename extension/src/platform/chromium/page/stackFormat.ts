// Stacks of V8: a head with the error's name and message, then lines such as `    at add (http://shop.test/cart.js:3:5)`.
import { indexOf, slice, startsWith } from "../../../page/core/natives.js";
import type { StackFormat } from "../../contract.js";

/** Every error has its own. */
export { getOwnPropertyDescriptor as stackProperty } from "../../../page/core/natives.js";

const FRAME = "    at ";

export const SCRIPT_FOLDER: StackFormat["SCRIPT_FOLDER"] = /(?:\(|at )([^\s()]+\/)[^/\s()]+:\d+:\d+\)?$/m;

export const framesStart: StackFormat["framesStart"] = (stack) => {
  const lineBreak = indexOf(stack, `\n${FRAME}`);
  return lineBreak < 0 ? -1 : lineBreak + 1;
};

export const isFrame: StackFormat["isFrame"] = (line) => startsWith(line, FRAME);

export const functionName: StackFormat["functionName"] = (frame) => {
  let end = FRAME.length;
  for (; end < frame.length; end++) {
    const char = frame[end] as string;
    if (char <= " " || char === "(") break;
  }
  // A function without a name has its place instead.
  return indexOf(frame, ":") > end ? slice(frame, FRAME.length, end) : "";
};

export const componentStackText: StackFormat["componentStackText"] = (text) => text;
