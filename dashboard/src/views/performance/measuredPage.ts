// Measured pages, as the server sends them.
import type { Metric } from "./metrics.js";

export type Rating = "good" | "needs-improvement" | "poor";

interface AnyPage {
  id: string;
  url: string;
  host: string;
  /** A route change inside the page, without a page load. */
  soft_navigation: boolean;
  ts: string;
  loads: number;
  ratings: Partial<Record<Metric, Rating>>;
}

export interface Page extends AnyPage {
  metrics: Partial<Record<Metric, number>>;
  regressions: number;
  over_budget: number;
}

export interface Cause {
  kind: string;
  what: string;
  before?: number;
  after?: number;
  unit?: string;
  metrics: Metric[];
}

export interface Resource {
  url: string;
  type: string;
  duration: number | null;
  size: number;
}

export interface PageDetail extends AnyPage {
  baseline: { samples: number } & Partial<Record<Metric, number>>;
  regressions: { metric: Metric; before: number; after: number; change: string }[];
  over_budget: { metric: string; budget: number; value: number }[];
  causes: Cause[];
  /** By metric, in that metric's unit. */
  budget: Partial<Record<Metric, number>>;
  trend: Trend;
  snapshot: { network?: { slowestRequests?: Resource[] } };
}

export type Numbers = (number | null)[];

export interface Column {
  values: Numbers;
  /** The baseline before each load. */
  usual: Numbers;
  /** A load above this counts as worse; null if no bound applies. */
  bound: Numbers;
}

interface Trend {
  times: string[];
  metrics: Partial<Record<Metric, Column>>;
}
