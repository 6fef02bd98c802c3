// Reads what the page's world says. The page may have got hold of the node, so nothing is taken for granted: only the
// streams that world records pass, in their shape and within their bounds. Fields beyond these never leave this file.
import { NAME_CHARS } from "../generated/limits.js";
import type { StreamName } from "../generated/wire.js";
import { isSensitiveName, REDACTED } from "../shared/isSensitiveName.js";
import { PARTS } from "../shared/lateParts.js";
import { MAX_LOSS_NAMES } from "../shared/lossNames.js";
import type { Chunk, Dropped, FromPage } from "../shared/messages.js";

const MAX_PAGE_CHUNKS = 16; // chunks in one message of the page's world, one for each stream at most
const PAGE_COUNT = 1_000_000; // events, errors or losses that one message of the page's world may count
// A message of the page's world; on a full stack it holds back several chunks
export const PAGE_MESSAGE_CHARS = 4 * 1024 * 1024;

type Fields = Record<string, unknown>;

/** What the page's world records, and which of its events pass; the other streams are recorded on this side. */
const PAGE_STREAMS: { [Name in StreamName]?: "all" | "dialogs" } = {
  logs: "all",
  network: "all",
  network_bodies: "all",
  websocket_events: "all",
  websocket_status: "all",
  // Only that world sees the answer to a dialog; clicks and typing are recorded here, from trusted events.
  actions: "dialogs",
};

const DIALOG_FIELDS = ["id", "ts", "timestamp", "url", "type", "dialog", "text", "accepted", "value"];

/** Null for what that world does not say. */
export function readFromPage(text: string): FromPage | null {
  if (text.length > PAGE_MESSAGE_CHARS) return null;
  const [head = "", ...lines] = text.split("\n", MAX_PAGE_CHUNKS + 1);
  const message = parse(head);
  if (!isObject(message)) return null;
  if (message.type === "flushed") return readFlushed(message);
  if (message.type === "part") return readPartRequest(message);
  if (message.type !== "chunks" || !Array.isArray(message.chunks)) return null;
  const chunks = message.chunks
    .slice(0, MAX_PAGE_CHUNKS)
    .flatMap((chunk, i) => readChunk(chunk, lines[i] ?? ""));
  const read = { type: "chunks" as const, chunks, dropped: readDropped(message.dropped) };
  return message.early === true ? { ...read, early: true } : read;
}

function readFlushed({ id }: Fields): FromPage | null {
  return typeof id === "string" && id.length <= NAME_CHARS ? { type: "flushed", id } : null;
}

function readPartRequest({ name, key }: Fields): FromPage | null {
  const part = PARTS.find((each) => each === name);
  const isKey = typeof key === "string" && key.length <= NAME_CHARS && /^[a-z0-9]+$/.test(key);
  return part !== undefined && isKey ? { type: "part", name: part, key } : null;
}

function readChunk(chunk: unknown, events: string): Chunk[] {
  if (!isObject(chunk) || !isPageStream(chunk.stream)) return [];
  const { stream, count, errors } = chunk;
  if (!isCount(count) || !isCount(errors)) return [];
  if (PAGE_STREAMS[stream] === "all") return [{ stream, events, count, errors }];
  const dialogs = readDialogs(events);
  return dialogs.length === 0
    ? []
    : [{ stream, events: dialogs.join(","), count: dialogs.length, errors: 0 }];
}

function isPageStream(name: unknown): name is StreamName {
  return typeof name === "string" && Object.hasOwn(PAGE_STREAMS, name);
}

function readDialogs(events: string): string[] {
  const actions = parse(`[${events}]`);
  if (!Array.isArray(actions)) return [];
  return actions.filter(isDialog).map((action) => JSON.stringify(withoutSecret(action), DIALOG_FIELDS));
}

/** The answer to a prompt for a password is not captured. */
function withoutSecret(action: Fields): Fields {
  const { text, value } = action;
  const isSecret = typeof text === "string" && value !== undefined && isSensitiveName(text);
  return isSecret ? { ...action, value: REDACTED } : action;
}

function isDialog(action: unknown): action is Fields {
  return isObject(action) && action.type === "dialog" && typeof action.dialog === "string";
}

/** The server knows bounds by snake_case names. */
function readDropped(dropped: unknown): Dropped {
  if (!isObject(dropped)) return {};
  const counts = Object.entries(dropped).filter(([name, count]) => isBound(name) && isCount(count));
  return Object.fromEntries(
    counts.slice(0, MAX_LOSS_NAMES).map(([name, count]) => [toSnakeCase(name), count as number]),
  );
}

/** Limits as the breakers and the outbox of that world name them. */
function isBound(name: string): boolean {
  return /^(?:(?:recorder|breaker)_[a-z]{1,30}|early_events)$/i.test(name);
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function isCount(count: unknown): count is number {
  return Number.isSafeInteger(count) && (count as number) >= 0 && (count as number) <= PAGE_COUNT;
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
