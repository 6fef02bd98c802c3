// The metrics of the latest load, with baseline, budget and rating.

import type { PageDetail } from "../../generated/views.js";
import type { Tone } from "../../parts/badge.js";
import { Badge } from "../../parts/badge.js";
import { Table } from "../../parts/table.js";
import { METRIC_NAMES, METRICS, type Metric, writeChange, writeMetric } from "./metrics.js";

const TONES: Record<string, Tone> = { good: "good", "needs-improvement": "warn", poor: "bad" };
const WORDS: Record<string, string> = {
  good: "good",
  "needs-improvement": "needs improvement",
  poor: "poor",
};

export function MetricTable({ page }: { page: PageDetail }) {
  const measured = METRIC_NAMES.filter((name) => page.trend.metrics[name]);
  return (
    <Table
      label="Metrics of the latest load"
      columns={["Metric", "Now", "Usual", "Change", "Budget", "Rating"]}
      rows={measured.map((metric) => ({ key: metric, cells: cellsOf(page, metric) }))}
    />
  );
}

function cellsOf({ trend, baseline, budget, ratings, regressions }: PageDetail, metric: Metric) {
  const now = trend.metrics[metric]?.values.at(-1) ?? null;
  const usual = baseline[metric];
  const rating = ratings[metric];
  const change = now === null || usual === undefined ? "–" : writeChange(now, usual);
  const isWorse = regressions.some((regression) => regression.metric === metric);
  const isOver = now !== null && now > (budget[metric] ?? Number.POSITIVE_INFINITY);
  return [
    METRICS[metric].title,
    writeMetric(metric, now),
    writeMetric(metric, usual),
    isWorse ? <Badge key="change" tone="bad" text={`${change}, worse`} /> : change,
    isOver ? (
      <Badge key="over" tone="bad" text={`over ${writeMetric(metric, budget[metric])}`} />
    ) : (
      writeMetric(metric, budget[metric])
    ),
    rating ? <Badge key="rating" tone={TONES[rating] ?? "plain"} text={WORDS[rating] ?? rating} /> : "",
  ];
}
