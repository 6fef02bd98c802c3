// Describes a response that the page expected to be JSON.
import { endsWith } from "../core/natives.js";

/** Checks the media type: application/json, application/problem+json, text/json. */
export function isJson(type: string): boolean {
  return endsWith(type, "json");
}

export function notJson(type: string, isEmpty: boolean): string {
  if (isEmpty) return "the response was empty, not JSON";
  return type === "" || isJson(type)
    ? "the response was not valid JSON"
    : `the response was ${type}, not JSON`;
}
