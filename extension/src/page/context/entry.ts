// The entry of context.js: what adds their context to errors.
import type { ContextGiven, ContextPart } from "./contextPart.js";
import { ErrorContext } from "./errorContext.js";

export function begin(given: ContextGiven): ContextPart {
  return new ErrorContext(given);
}
