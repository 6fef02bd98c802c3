// Describes a thrown value: its message, its type, and its causes.

import { KEY_CHARS, MAX_CAUSES } from "../../generated/limits.js";
import { isArray, slice } from "../core/natives.js";
import { quote } from "../core/quote.js";
import { readProperty, readStack, readText } from "../core/readSafely.js";
import { encodeValue, MESSAGE_CHARS } from "../core/serialize.js";

const CAUSE_STACK_CHARS = 2_048; // the stack of one of them

/** The error's own message; a thrown value that is not an error is shown as a value. */
export function describeException(thrown: unknown, otherwise: string): string {
  if (thrown === undefined || thrown === null || thrown === "") return otherwise;
  if (typeof thrown === "string") return thrown;
  const message = readProperty(thrown, "message");
  // `{code: 42, message: "…"}` says more than its message.
  const isErrorLike = readText(thrown, "name") !== "" || readStack(thrown) !== "";
  return typeof message === "string" && isErrorLike
    ? message || otherwise
    : encodeValue(thrown, MESSAGE_CHARS);
}

/** JSON of `errorType` and `_causes`, with a comma in front; nothing for what has neither. */
export function exceptionFields(thrown: unknown): string {
  const name = readText(thrown, "name");
  const causes = causesJson(thrown);
  const type = name && `,"errorType":${quote(slice(name, 0, KEY_CHARS))}`;
  return causes === "" ? type : `${type},"_causes":[${causes}]`;
}

/** A list without Array's methods, which a page may have changed. */
interface Link {
  error: unknown;
  next: Link | null;
}

/** Level by level: an error's `errors`, then its `cause`, then what is behind those. */
function causesJson(thrown: unknown): string {
  const chain = new Chain(thrown);
  let json = "";
  for (let link: Link | null = chain.first; link !== null; link = link.next) {
    if (link !== chain.first) json += `${json && ","}${causeJson(link.error)}`;
    chain.addBehind(link.error);
  }
  return json;
}

class Chain {
  readonly first: Link;
  private last: Link;
  private count = 0;

  constructor(error: unknown) {
    this.first = { error, next: null };
    this.last = this.first;
  }

  addBehind(error: unknown): void {
    const errors = readProperty(error, "errors");
    const length = isArray(errors) ? errors.length : 0;
    for (let i = 0; i < length && i < MAX_CAUSES; i++) this.add(readProperty(errors, `${i}`));
    this.add(readProperty(error, "cause"));
  }

  private add(error: unknown): void {
    if (error === undefined || error === null || this.count >= MAX_CAUSES || this.has(error)) return;
    this.count++;
    this.last.next = { error, next: null };
    this.last = this.last.next;
  }

  private has(error: unknown): boolean {
    for (let link: Link | null = this.first; link !== null; link = link.next) {
      if (link.error === error) return true;
    }
    return false;
  }
}

function causeJson(cause: unknown): string {
  const name = quote(slice(readText(cause, "name") || typeof cause, 0, KEY_CHARS));
  const stack = readStack(cause);
  const json = `{"name":${name},"message":${quote(describeException(cause, ""), MESSAGE_CHARS)}`;
  return stack ? `${json},"stack":${quote(stack, CAUSE_STACK_CHARS)}}` : `${json}}`;
}
