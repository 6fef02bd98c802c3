// Performance: every measured page; the details show its latest loads.
import { useState } from "preact/hooks";
import type { PageLine, PageList } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { METRICS, type Metric, writeMetric } from "./performance/metrics.js";
import { PageDetail } from "./performance/pageDetail.js";

const SHOWN: readonly Metric[] = ["lcp", "cls", "load"];

function PerformanceView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<PageList>(feed, "performance");
  const [filter, setFilter] = useState("");
  if (!data) return problem ? <Empty title="Couldn’t load pages">{problem}</Empty> : null;
  if (data.pages.length === 0) return <NoPages note={data.note} />;
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter pages" value={filter} change={setFilter} />
        <p class="shown soft">{summary(data.pages)}</p>
      </div>
      {data.note && <p class="hint">{data.note}</p>}
      <Split
        list={
          <FilteredList
            none="No pages match"
            label="Pages, most recently measured first"
            items={data.pages.filter(({ url, host }) => matches(filter, host, url))}
            keyOf={({ id }) => id}
            selected={selected}
            select={select}
          >
            {(page) => <Line page={page} />}
          </FilteredList>
        }
        detail={selected && <PageDetail key={selected} feed={feed} id={selected} close={() => select("")} />}
      />
    </>
  );
}

function Line({ page }: { page: PageLine }) {
  return (
    <>
      <span class="cell-seal">{stateOf(page)}</span>
      <PageText text={`${page.host}${page.url}`} />
      {page.soft_navigation && <Badge tone="plain" text="route" />}
      {SHOWN.map((name) => (
        <span
          key={name}
          class={`cell-metric ${name === "lcp" ? "" : "if-wide "}${page.ratings[name] ?? ""}`}
          title={METRICS[name].title}
        >
          <span class="soft">{METRICS[name].short}</span> {writeMetric(name, page.metrics[name])}
        </span>
      ))}
      <time class="if-wide">{clock(page.ts)}</time>
    </>
  );
}

function stateOf({ regressions, over_budget, loads }: PageLine) {
  if (regressions > 0) return <Badge tone="bad" text={plural(regressions, "regression")} />;
  if (over_budget > 0) return <Badge tone="warn" text="over budget" />;
  return loads === 1 ? <Badge tone="plain" text="first visit" /> : <Badge tone="good" text="normal" />;
}

function summary(pages: PageLine[]): string {
  const worse = pages.filter(({ regressions }) => regressions > 0).length;
  const over = pages.filter(({ over_budget }) => over_budget > 0).length;
  return `${plural(pages.length, "page")} · ${worse} worse than usual · ${over} over budget`;
}

function NoPages({ note }: { note: string }) {
  return (
    <Empty title="No pages measured yet">
      {note} A page is measured 2 s after it has loaded; load it twice to compare, or ask your assistant to{" "}
      <code>check_performance</code>. Budgets come from <code>.gasoline.json</code>.
    </Empty>
  );
}

export const performance: View = {
  name: "performance",
  title: "Performance",
  letter: "p",
  Component: PerformanceView,
};
