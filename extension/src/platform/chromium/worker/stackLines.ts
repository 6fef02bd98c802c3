// Lines of a stack of V8: `    at add (http://shop.test/cart.js:3:5)`.
import type { StackLines } from "../../contract.js";

export const isFrameLine: StackLines["isFrameLine"] = (line) => /^\s+at /.test(line);

export const addressIn: StackLines["addressIn"] = (frame) =>
  /^\s*at (?:.*? \(|async )?(?<address>.+):\d+:\d+\)?$/.exec(frame)?.groups?.address;

/** `at eval (eval at run (…), script:1:7)` becomes `at eval (script:1:7)`. */
export const withoutEvalOrigin: StackLines["withoutEvalOrigin"] = (frame) =>
  frame.replace(/\(eval at .*, ((?:earlier )?script:[\d:]+)\)/, "($1)");
