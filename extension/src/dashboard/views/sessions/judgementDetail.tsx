// One verdict with what it rests on.
import type { Feed } from "../../feed/feed.js";
import { Badge } from "../../parts/badge.js";
import { CloseButton, Facts } from "../../parts/detail.js";
import { clock } from "../../parts/format.js";
import { words } from "../../parts/words.js";
import { useView } from "../../useView.js";
import { DiffReport } from "./diffReport.js";
import { FixReport } from "./fixReport.js";
import { type JudgementDetail as Detail, type FixResult, type SessionDiff, toneOf } from "./judgement.js";

interface Props {
  feed: Feed;
  number: string;
  close: () => void;
}

export function JudgementDetail({ feed, number, close }: Props) {
  const { data, problem } = useView<Detail>(feed, "sessions", number);
  return (
    <>
      <CloseButton close={close} />
      {problem && <p class="problem">{problem}</p>}
      {data && <Known judgement={data} />}
    </>
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
