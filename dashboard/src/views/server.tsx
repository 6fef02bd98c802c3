// Server: what development servers printed under `gasoline run`; the details show one entry complete.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { ServerLine, ServerList } from "../generated/views.js";
import { Facts, Part, Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageBlock, PageText } from "../parts/pageText.js";
import { type DetailProps, ReadDetail } from "../parts/readDetail.js";
import { SourcePlace } from "../parts/sourcePlace.js";
import { visible } from "../parts/visible.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

interface ShownEntry extends ServerLine {
  stream: string;
  exception?: { type: string; message: string; file?: string; line?: number; function?: string };
  request?: { method?: string; path: string; status?: number };
}

function Server({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const { data, problem } = useView<ServerList>(feed, "server");
  const lines = useMemo(
    () => (data?.entries ?? []).filter(({ name, level, text }) => matches(filter, name, level, text)),
    [data, filter],
  );
  const close = useCallback(() => select(""), [select]);
  if (!data) return problem ? <Empty title="Couldn’t load server output">{problem}</Empty> : null;
  if (data.total === 0) return <Empty title="No server output">{data.note}</Empty>;
  return (
    <>
      <div class="toolbar">
        <FilterBox value={filter} change={setFilter} label="Filter server output" />
        <p class="shown soft">{visible(summarize(data))}</p>
      </div>
      <Split
        list={
          <FilteredList
            none="No entries match"
            label="Server output, newest first"
            items={lines}
            keyOf={keyOf}
            selected={selected}
            select={select}
          >
            {(line) => <Line line={line} />}
          </FilteredList>
        }
        detail={selected && <Detail key={selected} id={selected} {...{ feed, close }} />}
      />
    </>
  );
}

function summarize({ total, runs }: ServerList): string {
  const running = runs.filter((run) => run.running).map(({ name }) => name);
  const dropped = runs.reduce((sum, run) => sum + run.lines_dropped, 0);
  const parts = [
    plural(total, "entry", "entries"),
    running.length > 0 ? `running: ${running.join(", ")}` : "",
  ];
  return [...parts, dropped > 0 ? `${plural(dropped, "line")} dropped` : ""].filter(Boolean).join(" · ");
}

function Line({ line: { ts, name, level, text } }: { line: ServerLine }) {
  return (
    <>
      <time>{clock(ts)}</time>
      <span class={`row-label ${level}`}>{visible(name)}</span>
      <PageText text={text} />
    </>
  );
}

function Detail(props: DetailProps) {
  return (
    <ReadDetail<ShownEntry> view="server" {...props}>
      {({ ts, name, level, stream, text, exception, request }) => (
        <>
          <h2 class={`detail-title page-text ${level === "error" ? "bad" : ""}`}>
            {visible(exception ? `${exception.type}: ${exception.message}` : (text.split("\n")[0] ?? ""))}
          </h2>
          <Facts
            facts={[
              ["Server", visible(name)],
              ["When", clock(ts)],
              ["Level", level],
              ["Stream", stream],
              [
                "Location",
                exception?.file && <SourcePlace file={exception.file} line={exception.line ?? 1} />,
              ],
              ["Function", visible(exception?.function ?? "")],
              ["Request", request ? visible(`${request.method ?? ""} ${request.path}`) : ""],
            ]}
          />
          <Part title="Output">
            <PageBlock label="Output" text={text} />
          </Part>
        </>
      )}
    </ReadDetail>
  );
}

function keyOf({ id }: ServerLine): string {
  return id;
}

export const server: View = { name: "server", title: "Server", letter: "o", Component: Server };
