// Why a page got worse, which budgets it exceeds, and its slowest requests.

import type { PageDetail, RegressionCause, Resource } from "../../generated/views.js";
import { Part } from "../../parts/detail.js";
import { duration, size } from "../../parts/format.js";
import { PageText } from "../../parts/pageText.js";
import { Table } from "../../parts/table.js";
import { METRICS } from "./metrics.js";

const KINDS: Record<string, string> = {
  new_resource: "New resource",
  grown_resource: "Resource grew",
  slower_resource: "Slow request",
  long_task_script: "Long task in",
  shifted_element: "Shifted element",
  largest_element: "Largest element",
};

export function Causes({ causes, hasRegressions }: { causes: RegressionCause[]; hasRegressions: boolean }) {
  if (!hasRegressions) return null;
  return (
    <Part title="Likely causes">
      {causes.length === 0 && <p class="soft">No likely cause: no resource is new, larger or slower.</p>}
      {causes.map((cause) => (
        <article key={`${cause.kind} ${cause.what}`} class="card-line bad">
          <p>
            {KINDS[cause.kind] ?? cause.kind} <PageText text={cause.what} />{" "}
            <span class="soft">{amount(cause)}</span>
          </p>
          <p class="soft">
            May have made worse: {cause.metrics.map((name) => METRICS[name].title).join(", ")}
          </p>
        </article>
      ))}
    </Part>
  );
}

function amount({ before, after, unit }: RegressionCause): string {
  if (after == null) return "";
  const write = unit === "bytes" ? size : duration;
  return before == null ? write(after) : `${write(before)} → ${write(after)}`;
}

export function Overruns({ overruns }: { overruns: PageDetail["over_budget"] }) {
  if (overruns.length === 0) return null;
  return (
    <Part title="Over budget">
      <Table
        label="Exceeded budgets"
        columns={["Budget in .gasoline.json", "Allowed", "Now"]}
        rows={overruns.map(({ metric, budget, value }) => ({
          key: metric,
          cells: [<code key="name">{metric}</code>, String(budget), String(value)],
        }))}
      />
    </Part>
  );
}

export function SlowestRequests({ requests }: { requests: Resource[] }) {
  if (requests.length === 0) return null;
  return (
    <Part title="Slowest requests">
      <Table
        label="Slowest requests"
        columns={["Resource", "Type", "Time", "Size"]}
        rows={requests.map(({ url, type, duration: ms, size: bytes }, index) => ({
          key: `${index} ${url}`,
          cells: [<PageText key="url" text={url} />, type, ms === null ? "–" : duration(ms), size(bytes)],
        }))}
      />
    </Part>
  );
}
