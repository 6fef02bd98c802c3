/** How long a part of the extension waits before it connects again: after the first failure, and at most. */

export const RECONNECT_MIN_MS = 250;
export const RECONNECT_MAX_MS = 5_000;
/** The longest wait for the server: a daemon that an AI client starts cannot notify the extension. SEND-09 */
export const SERVER_SEARCH_MS = 500;
