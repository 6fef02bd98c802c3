// Lines of a stack of SpiderMonkey: `add@http://shop.test/cart.js:3:5`.
import type { StackLines } from "../../contract.js";

/** Code in a text: ` line 3 > eval`, ` line 3 > Function`, one in the other. */
const EVAL_ORIGIN = / line \d+ > .*$/;

export const isFrameLine: StackLines["isFrameLine"] = (line) => /@.*:\d+:\d+$/.test(line);

export const addressIn: StackLines["addressIn"] = (frame) =>
  /^[^@]*@(?<address>.+):\d+:\d+$/.exec(frame)?.groups?.address?.replace(EVAL_ORIGIN, "");

/** The script's own name is the address already. */
export const withoutEvalOrigin: StackLines["withoutEvalOrigin"] = (frame) => frame;
