// The state of the live feed. `shut`: this browser has no valid session.
export type Connection = "connecting" | "live" | "lost" | "shut";
