// Streaming: the log of significant events, and the subscriptions of each client.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { ShownNotice, StreamingList } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Choice } from "../parts/choice.js";
import { CloseButton, Facts, Part, Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { readableName } from "../parts/readableName.js";
import { SourcePlace } from "../parts/sourcePlace.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { Settings } from "./streaming/settings.js";

function StreamingView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<StreamingList>(feed, "streaming");
  const [filter, setFilter] = useState("");
  const [category, setCategory] = useState("all");
  if (!data) return problem ? <Empty title="Couldn’t load notifications">{problem}</Empty> : null;
  const shown = data.notices.filter(
    (notice) =>
      (category === "all" || notice.category === category) &&
      matches(filter, notice.message, ...Object.values(notice.context).map(String)),
  );
  const chosen = data.notices.find(({ seq }) => String(seq) === selected);
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter notifications" value={filter} change={setFilter} />
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
              none="No notifications match"
              label="Notifications, newest first"
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

function Line({ notice }: { notice: ShownNotice }) {
  return (
    <>
      <time>{clock(notice.timestamp)}</time>
      <span class="cell-verdict">
        <Badge tone={toneOf(notice)} text={readableName(notice.category)} />
      </span>
      <PageText text={notice.message} />
    </>
  );
}

function toneOf({ severity }: ShownNotice) {
  return severity === "error" ? "bad" : "warn";
}

function Detail({ notice, close }: { notice: ShownNotice; close: () => void }) {
  return (
    <>
      <CloseButton close={close} />
      <h2>
        <PageText text={notice.message} />
      </h2>
      <p class="card-head">
        <Badge tone={toneOf(notice)} text={notice.severity} />
        <span>{readableName(notice.category)}</span>
        <span class="soft">{clock(notice.timestamp)}</span>
      </p>
      <Part title="Context from the page">
        <Facts facts={factsOf(notice.context)} />
      </Part>
    </>
  );
}

/** A file and its line are one place. */
function factsOf({ file, line, ...others }: ShownNotice["context"]) {
  const facts: (readonly [string, ComponentChildren])[] = Object.entries(others).map(([name, value]) => [
    readableName(name),
    written(value),
  ]);
  if (typeof file === "string" && typeof line === "number")
    facts.push(["Place", <SourcePlace key="place" file={file} line={line} />]);
  return facts;
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function categories(notices: ShownNotice[]) {
  const counts = new Map<string, number>();
  for (const { category } of notices) counts.set(category, (counts.get(category) ?? 0) + 1);
  const each = [...counts].sort().map(([value, count]) => ({ value, title: readableName(value), count }));
  return [{ value: "all", title: "All", count: notices.length }, ...each];
}

function NoNotices() {
  return (
    <Empty title="Nothing significant yet">
      New errors, failing requests, slow pages, rage clicks and exposed credentials appear here. To notify
      your assistant as they happen, ask it to run <code>configure_streaming</code>.
    </Empty>
  );
}

export const streaming: View = {
  name: "streaming",
  title: "Streaming log",
  letter: "l",
  Component: StreamingView,
};
