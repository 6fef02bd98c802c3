// Severities of findings and violations, the worst first, and how they look.
import type { Tone } from "./tone.js";

export const SEVERITIES = ["critical", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const TONES: Record<Severity, Tone> = { critical: "bad", warning: "warn", info: "plain" };
