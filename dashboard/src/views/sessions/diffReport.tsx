// How two snapshots differ: errors, requests, the page, speed and connections.

import type { SessionDiff } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { Part } from "../../parts/detail.js";
import { Table } from "../../parts/table.js";
import { METRICS, type Metric, writeMetric } from "../performance/metrics.js";
import { Lines } from "./lines.js";
import { PageChanges } from "./pageChanges.js";

type Diff = SessionDiff["diff"];

export function DiffReport({ diff }: { diff: Diff }) {
  const { errors, network, websockets, page } = diff;
  const lists = [
    { title: "New errors", lines: errors.new.map(issueText) },
    { title: "Resolved errors", lines: errors.resolved.map(issueText) },
    { title: "Errors in both", lines: errors.unchanged.map(issueText) },
    { title: "Newly failing requests", lines: network.new_errors.map(callText) },
    { title: "Changed requests", lines: network.status_changes.map(callText) },
    { title: "New endpoints", lines: network.new_endpoints.map(callText) },
    { title: "Endpoints not called", lines: network.missing_endpoints.map(callText) },
    { title: "Connections", lines: websockets.connection_changes.map(socketText) },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <>
      {lists.map((list) => (
        <Lines key={list.title} {...list} />
      ))}
      {page && <PageChanges changes={page} />}
      <Speed performance={diff.performance} />
      {lists.length === 0 && !page?.count && !hasEntries(diff.performance) && (
        <p class="soft part">No differences.</p>
      )}
    </>
  );
}

function hasEntries(record: object): boolean {
  return Object.keys(record).length > 0;
}

function Speed({ performance }: { performance: Diff["performance"] }) {
  if (!hasEntries(performance)) return null;
  return (
    <Part title="Performance">
      <Table
        label="Performance before and after"
        columns={["Metric", "Before", "After", "Change"]}
        rows={Object.entries(performance).map(([name, { before, after, change, regression }]) => ({
          key: name,
          cells: [
            METRICS[metricOf(name)].title,
            writeMetric(metricOf(name), before),
            writeMetric(metricOf(name), after),
            regression ? <Badge key="worse" tone="bad" text={`${change}, worse`} /> : change,
          ],
        }))}
      />
    </Part>
  );
}

/** `diff_sessions` uses other names for two of the metrics. */
function metricOf(name: string): Metric {
  const others: Record<string, Metric> = { load_time: "load", request_count: "requests" };
  return others[name] ?? (name as Metric);
}

function issueText({ message, count }: Diff["errors"]["new"][number]): string {
  return count > 1 ? `${message} (× ${count})` : message;
}

function callText(call: Diff["network"]["new_errors"][number]): string {
  const { method, url, status, before, after, duration_change: slower } = call;
  const result = status === undefined ? `${answer(before)} → ${answer(after)}` : answer(status);
  return `${method} ${url}: ${result}${slower ? `, ${slower}` : ""}`;
}

function answer(status: number | undefined): string {
  return status ? String(status) : "no response";
}

function socketText({ url, before, after }: Diff["websockets"]["connection_changes"][number]): string {
  return `${url}: ${before ?? "absent"} → ${after ?? "absent"}`;
}
