// API contracts: every endpoint with its latest statuses; the details show its shape and its violations.
import { useState } from "preact/hooks";
import type { Endpoint, EndpointList } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock, plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { TONES } from "../parts/severity.js";
import { StatusHistory } from "../parts/statusHistory.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { ContractDetail } from "./contracts/contractDetail.js";

function ContractsView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<EndpointList>(feed, "contracts");
  const [filter, setFilter] = useState("");
  if (!data) return problem ? <Empty title="Couldn’t load contracts">{problem}</Empty> : null;
  if (data.endpoints.length === 0) return <NoContracts note={data.note} />;
  const shown = data.endpoints.filter(({ origin, endpoint }) => matches(filter, origin, endpoint));
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter endpoints" value={filter} change={setFilter} />
        <p class="shown soft">{summary(data)}</p>
      </div>
      {!data.bodies_captured && <OnlyStatuses />}
      <Split
        list={
          <FilteredList
            none="No endpoints match"
            label="Endpoints"
            items={shown}
            keyOf={({ id }) => id}
            selected={selected}
            select={select}
          >
            {(endpoint) => <Line endpoint={endpoint} />}
          </FilteredList>
        }
        detail={selected && <ContractDetail feed={feed} id={selected} close={() => select("")} />}
      />
    </>
  );
}

function Line({ endpoint }: LineProps) {
  return (
    <>
      <span class="cell-seal">
        <State endpoint={endpoint} />
      </span>
      <PageText text={endpoint.endpoint} />
      <span class="cell-word soft if-wide">
        <PageText text={endpoint.origin} />
      </span>
      <StatusHistory history={endpoint.history} />
      <span class="number" title="Responses matching the learned shape">
        {endpoint.consistency}
      </span>
      <span class="number calls">{plural(endpoint.call_count, "call")}</span>
      <time class="if-wide">{clock(endpoint.last_called)}</time>
    </>
  );
}

function State({ endpoint: { severity, violations, established } }: LineProps) {
  if (severity)
    return (
      <Badge tone={TONES[severity]} text={violations === 1 ? severity : `${severity} +${violations - 1}`} />
    );
  return established ? <Badge tone="good" text="clean" /> : <Badge tone="plain" text="learning" />;
}

interface LineProps {
  endpoint: Endpoint;
}

function summary({ endpoints, forgotten }: EndpointList): string {
  const violations = endpoints.reduce((sum, endpoint) => sum + endpoint.violations, 0);
  const requests = endpoints.reduce((sum, { call_count }) => sum + call_count, 0);
  const clean = endpoints.filter((endpoint) => endpoint.violations === 0).length;
  const gone = forgotten ? ` · ${forgotten} evicted` : "";
  const known = `${plural(endpoints.length, "endpoint")}, ${clean} without violations`;
  return `${known} · ${plural(violations, "violation")} · ${plural(requests, "request")}${gone}`;
}

function OnlyStatuses() {
  return (
    <p class="hint">
      Only statuses are compared: “Capture Network Bodies” is off. Turn it on in the extension’s popup to
      learn the shapes of responses.
    </p>
  );
}

function NoContracts({ note }: { note: string }) {
  return (
    <Empty title="No API contracts yet">
      {note} Gasoline learns endpoints from your pages’ requests: use the application, then ask your assistant
      to run <code>validate_api</code>.
    </Empty>
  );
}

export const contracts: View = {
  name: "contracts",
  title: "API contracts",
  letter: "a",
  Component: ContractsView,
};
