// Says how far the answer to a question is.
import type { ProgressMessage } from "../generated/wire.js";

export type Tell = (step: ProgressMessage["step"]) => void;

/** A poll carries questions one way and results the other, and nothing between them. */
export const tellNobody: Tell = () => undefined;
