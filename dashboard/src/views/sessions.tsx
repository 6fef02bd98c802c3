// Sessions: verifications in progress, verdicts, and saved snapshots.

import type { SavedSnapshot, SessionList, VerdictSummary, Verification } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { clock, plural } from "../parts/format.js";
import { PageText } from "../parts/pageText.js";
import { readableName } from "../parts/readableName.js";
import { Table } from "../parts/table.js";
import { VirtualList } from "../parts/virtualList.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";
import { VerdictDetail } from "./sessions/verdictDetail.js";
import { toneOf, verdictName } from "./sessions/verdictRecord.js";

const MINUTE_S = 60;

function SessionsView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<SessionList>(feed, "sessions");
  if (!data) return problem ? <Empty title="Couldn’t load verifications">{problem}</Empty> : null;
  const { verifications, snapshots, verdicts } = data;
  if (verifications.length + snapshots.length + verdicts.length === 0) return <NoSessions />;
  return (
    <Split
      list={
        <>
          <UnderWay verifications={verifications} />
          <Snapshots snapshots={snapshots} />
          <h2 class="list-head">Verdicts</h2>
          {verdicts.length === 0 ? (
            <p class="list-note">None yet: your assistant has not compared anything.</p>
          ) : (
            <VirtualList
              label="Verdicts, newest first"
              items={verdicts}
              keyOf={({ number }) => String(number)}
              selected={selected}
              select={select}
            >
              {(record) => <Line summary={record} />}
            </VirtualList>
          )}
        </>
      }
      detail={selected && <VerdictDetail feed={feed} id={selected} close={() => select("")} />}
    />
  );
}

function Line({ summary }: { summary: VerdictSummary }) {
  const { label, name, tool, client, ts } = summary;
  return (
    <>
      <span class="cell-verdict">
        <Badge tone={toneOf(summary)} text={verdictName(summary)} />
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
        label="Verifications in progress"
        columns={["Session", "State", "Before the fix", "Started", "Expires in"]}
        rows={verifications.map((session) => ({
          key: session.session_id,
          cells: [
            <PageText key="name" text={session.label || session.session_id} />,
            <Badge key="state" tone="plain" text={readableName(session.status)} />,
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

function Snapshots({ snapshots }: { snapshots: SavedSnapshot[] }) {
  if (snapshots.length === 0) return null;
  return (
    <section class="list-part">
      <h2 class="list-head">Snapshots</h2>
      <Table
        label="Saved snapshots"
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
    <Empty title="No verifications yet">
      Ask your assistant to run <code>verify_fix</code> before it changes the code: it records the current
      errors and later tells you whether the change fixed them. <code>diff_sessions</code> compares two runs.
    </Empty>
  );
}

export const sessions: View = {
  name: "sessions",
  title: "Verifications",
  letter: "v",
  Component: SessionsView,
};
