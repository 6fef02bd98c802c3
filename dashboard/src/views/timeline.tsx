// The timeline: actions, console, network, WebSocket and errors on one axis of time.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { Kind } from "../feed/row.js";
import type { Row, TimelineNotes } from "../generated/views.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { matches } from "../parts/matches.js";
import { PossibleCauses } from "../parts/possibleCauses.js";
import { VirtualList } from "../parts/virtualList.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { EventDetail } from "./timeline/eventDetail.js";
import { EventRow } from "./timeline/eventRow.js";
import { Lanes } from "./timeline/lanes.js";
import { withoutNoise } from "./timeline/noise.js";
import { isWithin, newestSpan, type Span } from "./timeline/span.js";
import { Toolbar } from "./timeline/toolbar.js";

function Timeline({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const [hidden, setHidden] = useState<ReadonlySet<Kind>>(new Set());
  const [withNoise, setWithNoise] = useState(false);
  /** The time span that the user chose; null follows new events. */
  const [chosen, setChosen] = useState<Span | null>(null);
  const { rows } = feed;
  const quiet = useMemo(() => withoutNoise(rows, selected), [rows, selected]);
  const wanted = useMemo(
    () => (withNoise ? rows : quiet).filter((row) => isWanted(row, filter, hidden)),
    [rows, quiet, withNoise, filter, hidden],
  );
  const span = useMemo(() => chosen ?? newestSpan(wanted), [chosen, wanted]);
  const listed = useMemo(
    () => (chosen ? wanted.filter((row) => isWithin(row, chosen)) : wanted).toReversed(),
    [wanted, chosen],
  );
  const close = useCallback(() => select(""), [select]);
  const notes = useView<TimelineNotes>(feed, "timeline");
  if (rows.length === 0) return <Empty title="No events">{notes.problem || notes.data?.note}</Empty>;
  const row = selected ? rows.find(({ ref }) => ref === selected) : undefined;
  return (
    <>
      <Toolbar
        {...{ rows, filter, setFilter, hidden, setHidden, withNoise, setWithNoise, span, chosen, setChosen }}
        noise={rows.length - quiet.length}
        shown={listed.length}
      />
      <Lanes rows={wanted} span={span} selected={selected} move={setChosen} select={select} />
      <PossibleCauses causes={notes.data?.causes ?? []} />
      <Split
        list={
          listed.length === 0 ? (
            <Empty title="No events match">Try a broader filter, or show everything.</Empty>
          ) : (
            <VirtualList
              label="Events, newest first"
              items={listed}
              keyOf={keyOf}
              selected={selected}
              select={select}
            >
              {(each) => <EventRow row={each} />}
            </VirtualList>
          )
        }
        detail={row && <EventDetail key={row.ref} feed={feed} row={row} close={close} />}
      />
    </>
  );
}

function keyOf(row: Row): string {
  return row.ref;
}

function isWanted(
  { kind, label, text, url, status }: Row,
  filter: string,
  hidden: ReadonlySet<Kind>,
): boolean {
  return !hidden.has(kind) && matches(filter, kind, label, text, url, status);
}

export const timeline: View = { name: "timeline", title: "Timeline", letter: "t", Component: Timeline };
