// The kinds of rows, in the order of their lanes.
import type { Row } from "../generated/views.js";

export type Kind = Row["kind"];
export type Severity = NonNullable<Row["severity"]>;

export const KINDS: readonly Kind[] = ["error", "console", "network", "websocket", "action", "server"];
