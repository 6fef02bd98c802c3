// What V8 throws where the stack is full: "Maximum call stack size exceeded".
import type { StackOverflow } from "../../contract.js";

export const stackOverflowPrototype: StackOverflow["stackOverflowPrototype"] = RangeError.prototype;
