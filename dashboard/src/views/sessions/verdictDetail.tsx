// One verdict with its evidence.
import type { VerdictDetail as Detail, FixResult, SessionDiff } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { Facts } from "../../parts/detail.js";
import { clock } from "../../parts/format.js";
import { type DetailProps, ReadDetail } from "../../parts/readDetail.js";
import { DiffReport } from "./diffReport.js";
import { FixReport } from "./fixReport.js";
import { toneOf, verdictName } from "./verdictRecord.js";

export function VerdictDetail(props: DetailProps) {
  return (
    <ReadDetail<Detail> view="sessions" {...props}>
      {(record) => <Known record={record} />}
    </ReadDetail>
  );
}

function Known({ record }: { record: Detail }) {
  const { tool, details } = record;
  return (
    <>
      <h2>
        <Badge tone={toneOf(record)} text={verdictName(record)} />
      </h2>
      <Facts
        facts={[
          ["Compared by", tool],
          [tool === "verify_fix" ? "Session" : "Snapshots", record.name],
          ["Label", record.label],
          ["Client", record.client],
          ["Time", clock(record.ts)],
        ]}
      />
      {tool === "verify_fix" ? (
        <FixReport result={details as FixResult} />
      ) : (
        <DiffReport diff={(details as SessionDiff).diff} />
      )}
    </>
  );
}
