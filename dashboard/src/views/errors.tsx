// Errors, grouped, each with source, components, state, the related request and the actions before it.
import { useCallback, useMemo, useState } from "preact/hooks";
import type { ErrorLine, ErrorList } from "../generated/views.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { PossibleCauses } from "../parts/possibleCauses.js";
import { type DetailProps, ReadDetail } from "../parts/readDetail.js";
import { RepeatCount } from "../parts/repeatCount.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { ErrorFacts } from "./errors/errorFacts.js";
import type { ShownError } from "./errors/shownError.js";

function Errors({ feed, selected, select }: ViewProps) {
  const [filter, setFilter] = useState("");
  const { data, problem } = useView<ErrorList>(feed, "errors");
  const lines = useMemo(
    () => (data?.errors ?? []).filter(({ label, text, url }) => matches(filter, label, text, url)),
    [data, filter],
  );
  const close = useCallback(() => select(""), [select]);
  if (!data) return problem ? <Empty title="Couldn’t load errors">{problem}</Empty> : null;
  if (data.total === 0)
    return (
      <>
        <PossibleCauses causes={data.causes} />
        <Empty title="No errors">{data.note}</Empty>
      </>
    );
  return (
    <>
      <div class="toolbar">
        <FilterBox value={filter} change={setFilter} label="Filter errors" />
        <p class="shown soft">{plural(lines.length, "different error")}</p>
      </div>
      <PossibleCauses causes={data.causes} />
      <Split
        list={
          <FilteredList
            none="No errors match"
            label="Errors, newest first"
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

function Line({ line: { lastSeen, label, text, count } }: { line: ErrorLine }) {
  return (
    <>
      <time>{clock(lastSeen)}</time>
      <span class="row-label error">{label}</span>
      <PageText text={text} />
      <RepeatCount count={count} />
    </>
  );
}

function Detail(props: DetailProps) {
  return (
    <ReadDetail<ShownError> view="errors" {...props}>
      {(error) => <ErrorFacts error={error} />}
    </ReadDetail>
  );
}

function keyOf({ id }: ErrorLine): string {
  return id;
}

export const errors: View = { name: "errors", title: "Errors", letter: "e", Component: Errors };
