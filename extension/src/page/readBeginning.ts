// Reads the beginning of a response's body on the side, from a copy; the page's own body is not touched.
import { FAILED_RESPONSE_CHARS, FAILED_RESPONSE_WAIT_MS } from "../generated/limits.js";
import { binaryNote, isText, mediaType } from "./isText.js";
import { getter, method, promiseThen, setTimer } from "./natives.js";
import type { Hooks } from "./patch.js";

const { Headers, Response, ReadableStream, ReadableStreamDefaultReader, TextDecoder } = globalThis;
const headersOf = getter<Headers>(Response?.prototype, "headers");
const header = method<string | null>(Headers?.prototype, "get") as (
  of: Headers,
  name: string,
) => string | null;
const copy = method<Response>(Response?.prototype, "clone");
const bodyOf = getter<ReadableStream<Uint8Array> | null>(Response?.prototype, "body");
const getReader = method<Reader>(ReadableStream?.prototype, "getReader");
const read = method<Promise<Piece>>(ReadableStreamDefaultReader?.prototype, "read");
const cancel = method<Promise<unknown>>(ReadableStreamDefaultReader?.prototype, "cancel");
const decode = method<string>(TextDecoder?.prototype, "decode") as (
  decoder: TextDecoder,
  bytes: Uint8Array | undefined,
  options: { stream: boolean },
) => string;

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Piece = ReadableStreamReadResult<Uint8Array>;

/** Calls back once with the text, or never: there is no body, it is an event stream, or nothing came in time. */
export function readBeginning(response: Response, hooks: Hooks, onText: (text: string) => void): void {
  const type = mediaType(header(headersOf(response), "content-type"));
  // An event stream has no beginning that ends.
  if (type === "text/event-stream") return;
  if (!isText(type)) return onText(binaryNote(header(headersOf(response), "content-length"), type));
  const body = bodyOf(copy(response));
  if (body) readText(getReader(body), hooks, onText);
}

function readText(reader: Reader, hooks: Hooks, onText: (text: string) => void): void {
  const decoder = new TextDecoder();
  let text = "";
  let isOver = false;
  const end = hooks.guard(() => {
    if (isOver) return;
    isOver = true;
    promiseThen(cancel(reader), nothing, nothing);
    if (text !== "") onText(text);
  });
  const onPiece = hooks.guard((piece: Piece) => {
    if (isOver) return;
    text += decode(decoder, piece.value, { stream: !piece.done });
    if (piece.done || text.length > FAILED_RESPONSE_CHARS) end(undefined);
    else next();
  });
  const next = () => void promiseThen(read(reader), onPiece, end);
  next();
  setTimer(() => end(undefined), FAILED_RESPONSE_WAIT_MS);
}

function nothing(): void {}
