// How a state looks: its colour says no more than its word.
export type Tone = "good" | "warn" | "bad" | "plain";
