// The state of the live feed. `frozen`: connected, but the server does not respond. `shut`: this browser has no valid session.
export type Connection = "connecting" | "live" | "lost" | "frozen" | "shut";
