// Sessions: verifications under way, the verdicts that assistants were given, and the snapshots that are kept.
import { Badge } from "../parts/badge.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { clock, plural } from "../parts/format.js";
import { PageText } from "../parts/pageText.js";
import { Table } from "../parts/table.js";
import { VirtualList } from "../parts/virtualList.js";
import { words } from "../parts/words.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { type Judgement, type Snapshot, toneOf, type Verification } from "./sessions/judgement.js";
import { JudgementDetail } from "./sessions/judgementDetail.js";

const MINUTE_S = 60;

interface Sessions {
  verifications: Verification[];
  snapshots: Snapshot[];
  judgements: Judgement[];
}

function SessionsView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<Sessions>(feed, "sessions");
  if (!data) return problem ? <Empty title="Verifications cannot be read">{problem}</Empty> : null;
  const { verifications, snapshots, judgements } = data;
  if (verifications.length + snapshots.length + judgements.length === 0) return <NoSessions />;
  return (
    <Split
      list={
        <>
          <UnderWay verifications={verifications} />
          <Snapshots snapshots={snapshots} />
          <h2 class="list-head">Verdicts</h2>
          {judgements.length === 0 ? (
            <p class="list-note">None yet: your assistant has compared nothing so far.</p>
          ) : (
            <VirtualList
              label="Verdicts, newest first"
              items={judgements}
              keyOf={({ number }) => String(number)}
              selected={selected}
              select={select}
            >
              {(judgement) => <Line judgement={judgement} />}
            </VirtualList>
          )}
        </>
      }
      detail={selected && <JudgementDetail feed={feed} id={selected} close={() => select("")} />}
    />
  );
}

function Line({ judgement: { verdict, label, name, tool, client, ts } }: { judgement: Judgement }) {
  return (
    <>
      <span class="cell-verdict">
        <Badge tone={toneOf(verdict)} text={words(verdict)} />
      </span>
      <PageText text={label || name} />
      <span class="cell-word soft">{tool}</span>
      <span class="cell-word soft if-wide">{client}</span>
      <time>{clock(ts)}</time>
    </>
  );
}

function UnderWay({ verifications }: { verifications: Verification[] }) {
  if (verifications.length === 0) return null;
  return (
    <section class="list-part">
      <h2 class="list-head">Verifications</h2>
      <Table
        label="Verifications under way"
        columns={["Session", "State", "Before the fix", "Started", "Kept for"]}
        rows={verifications.map((session) => ({
          key: session.session_id,
          cells: [
            <PageText key="name" text={session.label || session.session_id} />,
            <Badge key="state" tone="plain" text={words(session.status)} />,
            before(session.baseline),
            clock(session.created_at),
            `${Math.ceil(session.expires_in_s / MINUTE_S)} min`,
          ],
        }))}
      />
    </section>
  );
}

function before({ console_errors, network_errors }: Verification["baseline"]): string {
  return `${plural(console_errors, "error")}, ${plural(network_errors, "failed request")}`;
}

function Snapshots({ snapshots }: { snapshots: Snapshot[] }) {
  if (snapshots.length === 0) return null;
  return (
    <section class="list-part">
      <h2 class="list-head">Snapshots</h2>
      <Table
        label="Snapshots that are kept"
        columns={["Name", "Page", "Errors", "Captured"]}
        rows={snapshots.map(({ name, page_url, error_count, captured_at }) => ({
          key: name,
          cells: [
            <PageText key="name" text={name} />,
            <PageText key="page" text={page_url} />,
            error_count,
            clock(captured_at),
          ],
        }))}
      />
    </section>
  );
}

function NoSessions() {
  return (
    <Empty title="No verification yet">
      Ask your assistant to <code>verify_fix</code> before it changes the code: it keeps what is wrong now,
      and tells afterwards whether the change mended it. <code>diff_sessions</code> compares two runs.
    </Empty>
  );
}

export const sessions: View = {
  name: "sessions",
  title: "Verifications",
  letter: "v",
  Component: SessionsView,
};
