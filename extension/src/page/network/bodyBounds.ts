// How much of headers and bodies is looked at, and for how long.

export const FAILED_RESPONSE_WAIT_MS = 5_000; // how long the body of a failed response may take
// A body of known length up to it is copied when it comes, others when the page reads
export const BODY_COPY_BYTES = 1024 * 1024;
export const BODY_COPY_WAIT_MS = 30_000; // how long the copy of a body may take
export const HEADERS_SHOWN = 64; // headers of one request or response
export const HEADER_CHARS = 1_024; // one header's name or value
