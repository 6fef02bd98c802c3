// One verdict with what it rests on.
import { Badge } from "../../parts/badge.js";
import { Facts } from "../../parts/detail.js";
import { clock } from "../../parts/format.js";
import { type DetailProps, ReadDetail } from "../../parts/readDetail.js";
import { words } from "../../parts/words.js";
import { DiffReport } from "./diffReport.js";
import { FixReport } from "./fixReport.js";
import { type JudgementDetail as Detail, type FixResult, type SessionDiff, toneOf } from "./judgement.js";

export function JudgementDetail(props: DetailProps) {
  return (
    <ReadDetail<Detail> view="sessions" {...props}>
      {(judgement) => <Known judgement={judgement} />}
    </ReadDetail>
  );
}

function Known({ judgement }: { judgement: Detail }) {
  const { tool, verdict, details } = judgement;
  return (
    <>
      <h2>
        <Badge tone={toneOf(verdict)} text={words(verdict)} />
      </h2>
      <Facts
        facts={[
          ["Compared by", tool],
          [tool === "verify_fix" ? "Session" : "Snapshots", judgement.name],
          ["Label", judgement.label],
          ["Asked by", judgement.client],
          ["Time", clock(judgement.ts)],
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
