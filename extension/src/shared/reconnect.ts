/** How long the extension waits before it connects again: after the first failure, and at most. */

export const RECONNECT_MIN_MS = 250;
export const RECONNECT_MAX_MS = 5_000;
