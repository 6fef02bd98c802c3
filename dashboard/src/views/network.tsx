// Network: every request; the details show what it sent and received.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { RequestDetail, RequestLine, RequestList } from "../generated/views.js";
import { Address } from "../parts/address.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, duration, plural, size } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PossibleCauses } from "../parts/possibleCauses.js";
import { type DetailProps, ReadDetail } from "../parts/readDetail.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { hasFailed, isLoadedFile, outcome } from "./network/outcome.js";
import { RequestFacts } from "./network/requestFacts.js";

function Network({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const [onlyFailed, setOnlyFailed] = useState(false);
  const [withFiles, setWithFiles] = useState(false);
  const { data, problem } = useView<RequestList>(feed, "network");
  const files = useMemo(() => (data?.requests ?? []).filter(isLoadedFile).length, [data]);
  const lines = useMemo(
    () =>
      (data?.requests ?? []).filter(
        (line) =>
          isWanted(line, filter, onlyFailed) && (withFiles || !isLoadedFile(line) || line.id === selected),
      ),
    [data, filter, onlyFailed, withFiles, selected],
  );
  const close = useCallback(() => select(""), [select]);
  if (!data) return problem ? <Empty title="Couldn’t load requests">{problem}</Empty> : null;
  if (data.total === 0) return <Empty title="No requests">{data.note}</Empty>;
  return (
    <>
      <div class="toolbar">
        <FilterBox value={filter} change={setFilter} label="Filter requests" />
        <button
          type="button"
          class="chip error"
          aria-pressed={onlyFailed}
          onClick={() => setOnlyFailed(!onlyFailed)}
        >
          Failed only
        </button>
        {files > 0 && (
          <button
            type="button"
            class="chip"
            aria-pressed={withFiles}
            onClick={() => setWithFiles(!withFiles)}
          >
            {`Loaded files (${files})`}
          </button>
        )}
        <p class="shown soft">
          {plural(lines.length, "request")}
          {data.total > data.requests.length && `, the newest of ${data.total}`}
        </p>
      </div>
      <PossibleCauses causes={data.causes} />
      <Split
        list={
          <FilteredList
            none="No requests match"
            label="Requests, newest first"
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

function Line({ line }: { line: RequestLine }) {
  return (
    <>
      <time>{clock(line.ts)}</time>
      <span class="method">{line.method ?? line.initiator}</span>
      <span class={`outcome ${hasFailed(line) ? "error" : ""}`}>{outcome(line)}</span>
      <Address url={line.url} />
      {line.hasBody && <span class="badge">body</span>}
      <span class="number wide">{line.transferSize === undefined ? "" : size(line.transferSize)}</span>
      <span class="number wide">{line.duration === undefined ? "" : duration(line.duration)}</span>
    </>
  );
}

function Detail(props: DetailProps) {
  return (
    <ReadDetail<RequestDetail> view="network" {...props}>
      {(request) => <RequestFacts request={request} />}
    </ReadDetail>
  );
}

function isWanted(line: RequestLine, filter: string, onlyFailed: boolean): boolean {
  return (
    (!onlyFailed || hasFailed(line)) && matches(filter, line.method, line.status, line.url, line.initiator)
  );
}

function keyOf({ id }: RequestLine): string {
  return id;
}

export const network: View = { name: "network", title: "Network", letter: "n", Component: Network };
