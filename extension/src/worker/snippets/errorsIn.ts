// The errors of a parcel whose stacks can be resolved to source lines.
import type { Parcel } from "../../shared/messages.js";

/** A place in a script, as the browser counts: from 1. */
export interface Place {
  url: string;
  line: number;
  column: number;
}

export interface FoundError {
  id: string;
  /** The page at that moment. */
  url: string;
  stack: string;
  /** Where the browser says it came from; a script that does not parse has no stack. */
  place: Place | null;
}

/** The page world wrote it, so no field is trusted. */
type Logged = Partial<
  Record<
    | "id"
    | "type"
    | "level"
    | "url"
    | "stack"
    | "filename"
    | "lineno"
    | "colno"
    | "args"
    | "_aggregatedCount"
    | "_sourceSnippets",
    unknown
  >
>;

export function errorsIn({ stream, errors, events }: Parcel): FoundError[] {
  if (stream !== "logs" || errors === 0) return [];
  try {
    return (JSON.parse(`[${events}]`) as (Logged | null)[]).flatMap((logged) => toFound(logged ?? {}));
  } catch {
    return [];
  }
}

function toFound(logged: Logged): FoundError[] {
  const { id, url, level, _aggregatedCount, _sourceSnippets } = logged;
  // A count updates an earlier error.
  if (
    typeof id !== "string" ||
    id === "" ||
    _aggregatedCount !== undefined ||
    _sourceSnippets !== undefined
  ) {
    return [];
  }
  const stack = level === "error" ? stackOf(logged) : "";
  const place = logged.type === "exception" ? placeOf(logged) : null;
  return stack === "" && place === null ? [] : [{ id, url: text(url), stack, place }];
}

/** Vue and React report by console.error: then the first argument that is an error has it. */
function stackOf({ type, stack, args }: Logged): string {
  if (type === "exception") return text(stack);
  if (type !== "console" || !Array.isArray(args)) return "";
  return text((args as unknown[]).find(isError)?.stack);
}

function isError(value: unknown): value is { stack: string } {
  if (typeof value !== "object" || value === null) return false;
  const { name, message, stack } = value as Record<string, unknown>;
  return typeof name === "string" && typeof message === "string" && typeof stack === "string";
}

function placeOf({ filename, lineno, colno }: Logged): Place | null {
  if (typeof filename !== "string" || !isPosition(lineno) || !isPosition(colno)) return null;
  return { url: filename, line: lineno, column: colno };
}

/** Counted from 1: 0 is what browsers say when they do not know. */
export function isPosition(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}
