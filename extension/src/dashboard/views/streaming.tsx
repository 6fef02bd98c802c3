// Streaming: the significant events as they were told, and what each client wants to hear of.
import { useState } from "preact/hooks";
import { Badge } from "../parts/badge.js";
import { Choice } from "../parts/choice.js";
import { CloseButton, Facts, Part, Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox } from "../parts/filterBox.js";
import { FilteredList } from "../parts/filteredList.js";
import { clock } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { words } from "../parts/words.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { type ClientSettings, Settings } from "./streaming/settings.js";

interface Notice {
  seq: number;
  category: string;
  severity: "warning" | "error";
  message: string;
  timestamp: string;
  context: Record<string, unknown>;
}

interface Streaming {
  notices: Notice[];
  older: number;
  clients: ClientSettings[];
}

function StreamingView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<Streaming>(feed, "streaming");
  const [filter, setFilter] = useState("");
  const [category, setCategory] = useState("all");
  if (!data) return problem ? <Empty title="Notices cannot be read">{problem}</Empty> : null;
  const shown = data.notices.filter(
    (notice) =>
      (category === "all" || notice.category === category) &&
      matches(filter, notice.message, ...Object.values(notice.context).map(String)),
  );
  const chosen = data.notices.find(({ seq }) => String(seq) === selected);
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter notices" value={filter} change={setFilter} />
        <Choice label="Category" options={categories(data.notices)} chosen={category} choose={setCategory} />
        {data.older > 0 && <p class="shown soft">{data.older} older ones are not shown</p>}
      </div>
      <Settings clients={data.clients} />
      {data.notices.length === 0 ? (
        <NoNotices />
      ) : (
        <Split
          list={
            <FilteredList
              none="No notice matches"
              label="Notices, newest first"
              items={shown}
              keyOf={({ seq }) => String(seq)}
              selected={selected}
              select={select}
            >
              {(notice) => <Line notice={notice} />}
            </FilteredList>
          }
          detail={chosen && <Detail notice={chosen} close={() => select("")} />}
        />
      )}
    </>
  );
}

function Line({ notice }: { notice: Notice }) {
  return (
    <>
      <time>{clock(notice.timestamp)}</time>
      <span class="cell-verdict">
        <Badge tone={toneOf(notice)} text={words(notice.category)} />
      </span>
      <PageText text={notice.message} />
    </>
  );
}

function toneOf({ severity }: Notice) {
  return severity === "error" ? "bad" : "warn";
}

function Detail({ notice, close }: { notice: Notice; close: () => void }) {
  return (
    <>
      <CloseButton close={close} />
      <h2>
        <PageText text={notice.message} />
      </h2>
      <p class="card-head">
        <Badge tone={toneOf(notice)} text={notice.severity} />
        <span>{words(notice.category)}</span>
        <span class="soft">{clock(notice.timestamp)}</span>
      </p>
      <Part title="Context, in the page’s words">
        <Facts
          facts={Object.entries(notice.context).map(
            ([name, value]) => [words(name), written(value)] as const,
          )}
        />
      </Part>
    </>
  );
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function categories(notices: Notice[]) {
  const counts = new Map<string, number>();
  for (const { category } of notices) counts.set(category, (counts.get(category) ?? 0) + 1);
  const each = [...counts].sort().map(([value, count]) => ({ value, title: words(value), count }));
  return [{ value: "all", title: "All", count: notices.length }, ...each];
}

function NoNotices() {
  return (
    <Empty title="Nothing significant yet">
      New errors, failing requests, slow pages, frustrated clicks and exposed credentials appear here. Ask
      your assistant to <code>configure_streaming</code>, and it hears of them as they happen.
    </Empty>
  );
}

export const streaming: View = {
  name: "streaming",
  title: "Streaming log",
  letter: "l",
  Component: StreamingView,
};
