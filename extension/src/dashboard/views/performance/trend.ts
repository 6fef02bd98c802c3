// A page over its latest loads, as the server sends it: in columns, oldest first.
import type { Metric } from "./metrics.js";

export type Numbers = (number | null)[];

export interface Column {
  values: Numbers;
  /** What was usual before each load. */
  usual: Numbers;
  /** Above it a load counts as worse; null where nothing does. */
  bound: Numbers;
}

export interface Trend {
  times: string[];
  metrics: Partial<Record<Metric, Column>>;
}
