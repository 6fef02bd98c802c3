// Stacks of SpiderMonkey: frames only, such as `add@http://shop.test/cart.js:3:5`. Where an asynchronous function goes on,
// the name begins with `async*`; code in a text has the place of the text: `http://shop.test/cart.js line 3 > eval:1:7`.
import {
  charCode,
  endsWith,
  getOwnPropertyDescriptor,
  indexOf,
  isExtensible,
  slice,
  split,
  startsWith,
} from "../../../page/core/natives.js";
import type { StackFormat } from "../../contract.js";

const ASYNC = "async*";

export const SCRIPT_FOLDER: StackFormat["SCRIPT_FOLDER"] = /@([^\s]+\/)[^/\s]+:\d+:\d+$/m;

/** At the beginning, unless the page has set the stack itself. */
export const framesStart: StackFormat["framesStart"] = (stack) => {
  const lineBreak = indexOf(stack, "\n");
  return isFrame(lineBreak < 0 ? stack : slice(stack, 0, lineBreak)) ? 0 : -1;
};

/** It has an `@`, and ends in the number of a column. */
export const isFrame: StackFormat["isFrame"] = (line) => {
  const last = charCode(line, line.length - 1);
  return last >= 48 && last <= 57 && indexOf(line, "@") >= 0;
};

/** Errors inherit an accessor, and get a property of their own by an assignment. */
export const stackProperty: StackFormat["stackProperty"] = (error, key) =>
  getOwnPropertyDescriptor(error, key) ?? { configurable: isExtensible(error) };

/** Up to the `@`, without what says where a function without a name was made: `add/<`, `res.plain<`. */
export const functionName: StackFormat["functionName"] = (frame) => {
  const start = startsWith(frame, ASYNC) ? ASYNC.length : 0;
  for (let end = start; end < frame.length; end++) {
    const char = frame[end];
    if (char === "@") return slice(frame, start, end);
    if (char === "/" || char === "<") return "";
  }
  return "";
};

/** Where React says that an element such as `div` is. */
const NOWHERE = "@unknown:0:0";

export const componentStackText: StackFormat["componentStackText"] = (text) => {
  if (indexOf(text, "@") < 0) return text;
  const lines = split(text, "\n");
  let written = "";
  for (let i = 0; i < lines.length; i++)
    written += `${i > 0 ? "\n" : ""}${componentLine(lines[i] as string)}`;
  return written;
};

function componentLine(line: string): string {
  const name = isFrame(line) ? functionName(line) : "";
  if (name === "") return line;
  return `    at ${name} (${endsWith(line, NOWHERE) ? "<anonymous>" : slice(line, indexOf(line, "@") + 1)})`;
}
