// SecurityReport findings, worst first; the details show the evidence and the fix.
import { useState } from "preact/hooks";
import type { SecurityFinding, SecurityReport } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Choice } from "../parts/choice.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { plural } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageText } from "../parts/pageText.js";
import { readableName } from "../parts/readableName.js";
import { SEVERITIES, type Severity, TONES } from "../parts/severity.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { keyOf, placeOf } from "./security/finding.js";
import { FindingDetail } from "./security/findingDetail.js";

function SecurityView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<SecurityReport>(feed, "security");
  const [filter, setFilter] = useState("");
  const [severity, setSeverity] = useState<Severity | "all">("all");
  if (!data) return problem ? <Empty title="Couldn’t load findings">{problem}</Empty> : null;
  if (data.findings.length === 0) return <NoFindings data={data} />;
  const shown = data.findings.filter(
    (finding) =>
      (severity === "all" || finding.severity === severity) &&
      matches(filter, finding.title, finding.category, placeOf(finding), finding.cwe),
  );
  const chosen = data.findings.find((finding) => keyOf(finding) === selected);
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter findings" value={filter} change={setFilter} />
        <Choice label="Severity" options={options(data)} chosen={severity} choose={setSeverity} />
        <p class="shown soft">{summary(data)}</p>
      </div>
      {!data.bodies_captured && <NoBodies />}
      <Split
        list={
          <FilteredList
            none="No findings match"
            label="Findings"
            items={shown}
            keyOf={keyOf}
            selected={selected}
            select={select}
          >
            {(finding) => <Line finding={finding} />}
          </FilteredList>
        }
        detail={chosen && <FindingDetail finding={chosen} close={() => select("")} />}
      />
    </>
  );
}

function Line({ finding }: { finding: SecurityFinding }) {
  return (
    <>
      <span class="cell-seal">
        <Badge tone={TONES[finding.severity]} text={finding.severity} />
      </span>
      <span class="cell-title">{finding.title}</span>
      <span class="cell-place if-wide">
        <PageText text={placeOf(finding)} />
      </span>
      <span class="cell-word cell-kind soft if-wide">{readableName(finding.category)}</span>
      <span class="cell-word soft">{finding.cwe ?? ""}</span>
    </>
  );
}

function options({ summary: counts }: SecurityReport) {
  const each = SEVERITIES.map((value) => ({ value, title: readableName(value), count: counts[value] }));
  return [{ value: "all" as const, title: "All", count: counts.total }, ...each];
}

function summary({ summary: { scanned, not_examined = [] }, left_out }: SecurityReport): string {
  const looked = `${plural(scanned.network_requests, "request")}, ${plural(scanned.console_entries, "console entry", "console entries")}`;
  return [
    `Checked ${looked}${left_out ? ` · ${left_out} more of the same kinds` : ""}`,
    ...not_examined.map((text) => text.replace(/\.$/, "")),
  ].join(" · ");
}

function NoBodies() {
  return (
    <p class="hint">
      Bodies were not checked: “Capture Network Bodies” is off. Turn it on in the extension’s popup, then
      repeat the requests.
    </p>
  );
}

function NoFindings({ data }: { data: SecurityReport }) {
  if (data.note) {
    return (
      <Empty title="Nothing to audit yet">
        {data.note} Then ask your assistant to run <code>security_audit</code>.
      </Empty>
    );
  }
  return (
    <Empty title="No findings">
      {summary(data)}.{" "}
      {!data.bodies_captured && "Bodies were not checked: turn on “Capture Network Bodies” in the popup."}
    </Empty>
  );
}

export const security: View = { name: "security", title: "Security", letter: "s", Component: SecurityView };
