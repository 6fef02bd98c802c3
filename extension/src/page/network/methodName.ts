// A request's method as it goes over the wire.
import { upperCase } from "../core/natives.js";
import { textOf } from "../core/readSafely.js";

/** The Fetch standard writes these in capitals, and only these: `patch` stays `patch`. */
export function methodName(method: unknown): string {
  const name = textOf(method);
  const capital = upperCase(name);
  switch (capital) {
    case "GET":
    case "POST":
    case "PUT":
    case "DELETE":
    case "HEAD":
    case "OPTIONS":
      return capital;
    default:
      return name;
  }
}
