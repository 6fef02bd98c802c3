// The entry of traces.js: adds a `traceparent` header (W3C Trace Context) to a page's requests to its own origin. OTLP-05
import {
  defineProperty,
  digits,
  itemAt,
  lowerCase,
  NativeRequest,
  NativeUint32Array,
  pageOrigin,
  randomValues,
  requestHeaders,
  setHeader,
  setXhrHeader,
  slice,
  startsWith,
} from "../core/natives.js";
import { readOption } from "../core/readSafely.js";
import type { PendingRequest } from "../network/requests.js";
import type { TracesGiven, TracesPart } from "../network/tracesPart.js";
import { type HeaderPairs, isCompleteList } from "../network/xhrHeaders.js";

const HEADER = "traceparent";
const TRACE_WORDS = 4; // of 32 bits
const SPAN_WORDS = 2;

export function begin({ headerOf }: TracesGiven): TracesPart {
  const traceId = randomHex(TRACE_WORDS);

  /** Calls `add` with the header's value; the request is recorded with the ids if it was added. */
  const trace = (request: PendingRequest, add: (value: string) => boolean): void => {
    const spanId = randomHex(SPAN_WORDS);
    if (!add(`00-${traceId}-${spanId}-01`)) return;
    const ids = `,"traceId":"${traceId}","spanId":"${spanId}"`;
    request.entry += ids;
    request.callSite += ids;
  };

  /** Headers of a `no-cors` request ignore it. */
  const addTo = (headers: Headers, value: string): boolean => {
    setHeader(headers, HEADER, value);
    return headerOf(headers, HEADER) !== null;
  };

  return {
    traceFetch: (request, args) => {
      // Without an argument the call fails.
      if (!isOwnOrigin(request.url) || args.length === 0 || isStreamed(args)) return;
      const headers = headersOfCall(args);
      if (headers && headerOf(headers, HEADER) === null) trace(request, (value) => addTo(headers, value));
    },
    traceXhr: (request, xhr, headers) => {
      if (!isOwnOrigin(request.url) || !isCompleteList(headers) || hasOwnHeader(headers)) return;
      trace(request, (value) => {
        setXhrHeader(xhr, HEADER, value);
        return true;
      });
    },
  };
}

/** A sandboxed document has an origin of its own, "null": no address begins with that. */
function isOwnOrigin(url: string): boolean {
  return startsWith(url, `${pageOrigin}/`);
}

/** A body that is sent as a stream needs this option. */
function isStreamed(args: unknown[]): boolean {
  return readOption(itemAt(args, 1), "duplex") !== undefined;
}

/**
 * The headers of the request that the call will make. They belong to a Request that replaces the arguments: fetch makes one
 * of them as its first step, by the same rules, so nothing else about the request changes.
 */
function headersOfCall(args: unknown[]): Headers | null {
  let request: Request;
  try {
    request = new NativeRequest(itemAt(args, 0) as Request, itemAt(args, 1) as RequestInit | undefined);
  } catch {
    // The call fails in the same way.
    return null;
  }
  defineProperty(args, 0, { __proto__: null, value: request } as PropertyDescriptor);
  args.length = 1;
  return requestHeaders(request);
}

function hasOwnHeader(headers: HeaderPairs): boolean {
  for (let i = 0; i < headers.length; i++)
    if (lowerCase((headers[i] as HeaderPairs[number]).name) === HEADER) return true;
  return false;
}

function randomHex(words: number): string {
  const numbers = randomValues(new NativeUint32Array(words));
  let hex = "";
  // With a one in front, so that zeros stay.
  for (let i = 0; i < numbers.length; i++) hex += slice(digits((numbers[i] as number) + 2 ** 32, 16), 1);
  return hex;
}
