// One page: the trend of a metric, all metrics against the baseline, what got worse and why.
import { useState } from "preact/hooks";
import type { PageDetail as Detail } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { Choice } from "../../parts/choice.js";
import { Part } from "../../parts/detail.js";
import { clock, plural } from "../../parts/format.js";
import { PageText } from "../../parts/pageText.js";
import { type DetailProps, ReadDetail } from "../../parts/readDetail.js";
import { METRIC_NAMES, METRICS, type Metric, writeMetric } from "./metrics.js";
import { MetricTable } from "./metricTable.js";
import { Causes, Overruns, SlowestRequests } from "./reasons.js";
import { TrendChart } from "./trendChart.js";

export function PageDetail(props: DetailProps) {
  return (
    <ReadDetail<Detail> view="performance" {...props}>
      {(page) => <Known page={page} />}
    </ReadDetail>
  );
}

function Known({ page }: { page: Detail }) {
  return (
    <>
      <h2>
        <PageText text={page.url} />
      </h2>
      <p class="card-head">
        {page.soft_navigation && <Badge tone="plain" text="route change" />}
        <span class="soft">
          <PageText text={page.host} />
        </span>
        <span class="soft">
          {page.baseline.samples
            ? `compared with ${plural(page.baseline.samples, "earlier load")}`
            : "first visit"}
        </span>
      </p>
      <TrendPart page={page} />
      <Part title="Latest load">
        <MetricTable page={page} />
      </Part>
      <Causes causes={page.causes} hasRegressions={page.regressions.length > 0} />
      <Overruns overruns={page.over_budget} />
      <SlowestRequests requests={page.snapshot.network?.slowestRequests ?? []} />
    </>
  );
}

function TrendPart({ page: { trend, budget, regressions } }: { page: Detail }) {
  const measured = METRIC_NAMES.filter((name) => trend.metrics[name]);
  const [wanted, choose] = useState<Metric>(regressions[0]?.metric ?? "lcp");
  const [hovered, hover] = useState<number | null>(null);
  const metric = measured.includes(wanted) ? wanted : measured[0];
  const column = metric && trend.metrics[metric];
  if (!metric || !column) return null;
  const index = hovered ?? trend.times.length - 1;
  const at = `${hovered === null ? "Latest load" : `Load ${index + 1}`}, ${clock(trend.times[index] ?? "")}`;
  return (
    <Part title={`${METRICS[metric].title} over the latest loads`}>
      <Choice
        label="Metric"
        options={measured.map((name) => ({ value: name, title: METRICS[name].short }))}
        chosen={metric}
        choose={choose}
      />
      <TrendChart metric={metric} column={column} times={trend.times} budget={budget[metric]} hover={hover} />
      <p class="trend-key">
        <span>{at}</span>
        <span class="key-value">{writeMetric(metric, column.values[index])}</span>
        {isNumber(column.usual[index]) && (
          <span class="key-usual">usual {writeMetric(metric, column.usual[index])}</span>
        )}
        {isNumber(column.bound[index]) && (
          <span class="key-band">normal up to {writeMetric(metric, column.bound[index])}</span>
        )}
        {budget[metric] !== undefined && (
          <span class="key-budget">budget {writeMetric(metric, budget[metric])}</span>
        )}
      </p>
    </Part>
  );
}

function isNumber(value: number | null | undefined): boolean {
  return typeof value === "number";
}
