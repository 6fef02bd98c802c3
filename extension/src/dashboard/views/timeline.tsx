// The timeline: actions, console, network, WebSocket and errors on one axis of time.
import { useMemo, useState } from "preact/hooks";
import type { Row } from "../feed/row.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, matches } from "../parts/filterBox.js";
import { clock } from "../parts/format.js";
import { PageText } from "../parts/pageText.js";
import { VirtualList } from "../parts/virtualList.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

function Timeline({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const { data } = useView<{ note: string }>(feed, "timeline");
  const rows = useMemo(() => feed.rows.filter((row) => isWanted(row, filter)).reverse(), [feed.rows, filter]);
  return (
    <>
      <div class="toolbar">
        <FilterBox value={filter} change={setFilter} label="Filter events" />
      </div>
      {rows.length === 0 ? (
        <Empty title="Nothing yet">{data?.note}</Empty>
      ) : (
        <VirtualList
          label="Events, newest first"
          items={rows}
          keyOf={keyOf}
          selected={selected}
          select={select}
        >
          {(row) => <EventRow row={row} />}
        </VirtualList>
      )}
    </>
  );
}

function EventRow({ row }: { row: Row }) {
  return (
    <>
      <time>{clock(row.at)}</time>
      <span class={`tag ${row.kind}`}>{row.kind}</span>
      <span class="row-label">{row.label}</span>
      <PageText text={row.text} />
    </>
  );
}

function keyOf(row: Row): string {
  return row.key;
}

function isWanted({ kind, label, text, url }: Row, filter: string): boolean {
  return matches(filter, kind, label, text, url);
}

export const timeline: View = { name: "timeline", title: "Timeline", letter: "t", Component: Timeline };
