// What SpiderMonkey throws where the stack is full: "too much recursion".
import type { StackOverflow } from "../../contract.js";

declare const InternalError: { prototype: object };

export const stackOverflowPrototype: StackOverflow["stackOverflowPrototype"] = InternalError.prototype;
