// The metrics of a page: their titles and number formats.
export const METRICS = {
  lcp: { title: "Largest Contentful Paint", short: "LCP", unit: "ms" },
  fcp: { title: "First Contentful Paint", short: "FCP", unit: "ms" },
  inp: { title: "Interaction to Next Paint", short: "INP", unit: "ms" },
  cls: { title: "Cumulative Layout Shift", short: "CLS", unit: "score" },
  ttfb: { title: "Time to First Byte", short: "TTFB", unit: "ms" },
  load: { title: "Load", short: "Load", unit: "ms" },
  total_blocking_time: { title: "Total blocking time", short: "TBT", unit: "ms" },
  long_tasks: { title: "Long tasks", short: "Long tasks", unit: "count" },
  requests: { title: "Requests", short: "Requests", unit: "count" },
  transfer_size: { title: "Transfer size", short: "Transfer", unit: "bytes" },
} as const;

export type Metric = keyof typeof METRICS;
export const METRIC_NAMES = Object.keys(METRICS) as Metric[];

const KIB = 1024;
const SECOND_MS = 1_000;

const WRITERS = {
  ms: (value: number) =>
    value < SECOND_MS ? `${value.toFixed(0)} ms` : `${(value / SECOND_MS).toFixed(2)} s`,
  score: (value: number) => value.toFixed(3),
  count: (value: number) => value.toLocaleString("en", { maximumFractionDigits: 1 }),
  bytes: (value: number) =>
    value < KIB * KIB
      ? `${(value / KIB).toFixed(value < KIB ? 1 : 0)} KB`
      : `${(value / KIB / KIB).toFixed(1)} MB`,
};

export function writeMetric(metric: Metric, value: number | null | undefined): string {
  return value === null || value === undefined ? "–" : WRITERS[METRICS[metric].unit](value);
}

/** The change from the baseline in percent. */
export function writeChange(now: number, usual: number): string {
  if (usual === 0) return now === 0 ? "0 %" : "from 0";
  const share = (now - usual) / usual;
  return `${share > 0 ? "+" : share < 0 ? "−" : ""}${Math.abs(share * 100).toFixed(0)} %`;
}
