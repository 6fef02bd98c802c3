// WebSocket: the connections; the details show the messages of one.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { ConnectionList, ShownConnection } from "../generated/views.js";
import { Address } from "../parts/address.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PossibleCauses } from "../parts/possibleCauses.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { Conversation } from "./websocket/conversation.js";
import { messagesOf } from "./websocket/messagesOf.js";

function WebSocketView({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const { data, problem } = useView<ConnectionList>(feed, "websocket");
  const all = useMemo(() => [...(data?.connections ?? []), ...(data?.closed ?? [])], [data]);
  const [withHotReload, setWithHotReload] = useState(false);
  const hotReload = useMemo(() => all.filter(({ isHotReload }) => isHotReload).length, [all]);
  const lines = useMemo(
    () =>
      all.filter(
        ({ id, url, state, isHotReload }) =>
          matches(filter, url, state) && (withHotReload || !isHotReload || id === selected),
      ),
    [all, filter, withHotReload, selected],
  );
  const close = useCallback(() => select(""), [select]);
  if (!data) return problem ? <Empty title="Couldn’t load connections">{problem}</Empty> : null;
  if (all.length === 0) return <Empty title="No connections">{data.note}</Empty>;
  return (
    <>
      <div class="toolbar">
        <FilterBox value={filter} change={setFilter} label="Filter connections" />
        {hotReload > 0 && (
          <button
            type="button"
            class="chip"
            aria-pressed={withHotReload}
            onClick={() => setWithHotReload(!withHotReload)}
          >
            {`Hot reload (${hotReload})`}
          </button>
        )}
        <p class="shown soft">{`${data.connections.length} open, ${data.closed.length} closed`}</p>
      </div>
      <PossibleCauses causes={data.causes} />
      <Split
        list={
          <FilteredList
            none="No connections match"
            label="Connections"
            items={lines}
            keyOf={keyOf}
            selected={selected}
            select={select}
          >
            {(line) => <Line line={line} />}
          </FilteredList>
        }
        detail={selected && <Conversation key={selected} id={selected} {...{ feed, close }} />}
      />
    </>
  );
}

function Line({ line }: { line: ShownConnection }) {
  return (
    <>
      <time>{line.openedAt ? clock(line.openedAt) : "never opened"}</time>
      <span class={`state ${line.state}`}>{line.state}</span>
      <Address url={line.url} />
      <span class="number">{plural(messagesOf(line), "message")}</span>
    </>
  );
}

function keyOf({ id }: ShownConnection): string {
  return id;
}

export const websocket: View = {
  name: "websocket",
  title: "WebSocket",
  letter: "w",
  Component: WebSocketView,
};
