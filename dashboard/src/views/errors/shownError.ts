// An error as `observe what=errors` returns it; unknown fields are omitted.
import type {
  ConsoleEntry,
  ErrorSurroundings,
  ExceptionEntry,
  NetworkEntry,
  ResourceEntry,
} from "../../generated/views.js";

type Entry = ConsoleEntry | ExceptionEntry | NetworkEntry | ResourceEntry;
type Own<T extends Entry> = Omit<T, "type" | "level">;
type AnyField = Own<ConsoleEntry> & Own<ExceptionEntry> & Own<NetworkEntry> & Own<ResourceEntry>;

export type ShownError = Pick<Entry, "type" | "ts" | "url"> & Partial<AnyField & ErrorSurroundings>;

/** Its message as one string. */
export function messageOf({ type, message, method, url, status, error, args }: ShownError): string {
  if (message !== undefined) return message;
  if (type === "network") return `${method} ${url} ${status ? `→ ${status}` : (error ?? "failed")}`;
  return (args ?? []).map(argumentText).join(" ");
}

function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  const { name, message } = (value ?? {}) as { name?: unknown; message?: unknown };
  if (typeof message === "string") return `${typeof name === "string" ? name : "Error"}: ${message}`;
  return JSON.stringify(value) ?? "";
}

/** The stack of the thrown value or of a logged error. */
export function stackOf({ stack, args }: ShownError): string {
  if (stack) return stack;
  const logged = (args ?? []).find((each) => typeof (each as { stack?: unknown } | null)?.stack === "string");
  return (logged as { stack: string } | undefined)?.stack ?? "";
}
