// Reports the progress of an answer.
import type { ProgressMessage } from "../generated/wire.js";

export type ReportProgress = (step: ProgressMessage["step"]) => void;

/** A poll carries questions one way and results the other, and nothing between them. */
export const ignoreProgress: ReportProgress = () => undefined;
