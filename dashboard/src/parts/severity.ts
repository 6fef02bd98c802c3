// Severities of findings and violations, worst first, with their colors.
import type { Tone } from "./badge.js";

export const SEVERITIES = ["critical", "warning", "info"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const TONES: Record<Severity, Tone> = { critical: "bad", warning: "warn", info: "plain" };
