// The complete event of a row, shown like in the view of its kind.
import type { Feed } from "../../feed/feed.js";
import type { CallPlace, RequestDetail, Row, EventDetail as ServerEvent } from "../../generated/views.js";
import { Facts, Part } from "../../parts/detail.js";
import { clock } from "../../parts/format.js";
import { PageBlock } from "../../parts/pageText.js";
import { prettyJson } from "../../parts/prettyJson.js";
import { ReadDetail } from "../../parts/readDetail.js";
import { SafeLink } from "../../parts/safeLink.js";
import { CalledFrom } from "../../parts/sourcePlace.js";
import { type Marked, TrustBadge } from "../../parts/trustBadge.js";
import { addressOf } from "../../useRoute.js";
import { ErrorFacts } from "../errors/errorFacts.js";
import type { ShownError } from "../errors/shownError.js";
import { RequestFacts } from "../network/requestFacts.js";

interface CompleteEvent extends Omit<ServerEvent, "error" | "event"> {
  error?: ShownError;
  event?: AnyEvent;
}

type AnyEvent = Record<string, unknown> & Marked & { calledFrom?: CallPlace[] | null };

export function EventDetail({ feed, row, close }: { feed: Feed; row: Row; close: () => void }) {
  return (
    <ReadDetail<CompleteEvent> view="timeline" id={row.ref} {...{ feed, close }}>
      {(whole) => (
        <>
          {whole.error && <ErrorFacts error={whole.error} />}
          {whole.timing !== undefined && <RequestFacts request={whole as RequestDetail} />}
          {whole.event && <EventFacts row={row} event={whole.event} />}
        </>
      )}
    </ReadDetail>
  );
}

function EventFacts({ row, event }: { row: Row; event: AnyEvent }) {
  return (
    <>
      <h2 class="detail-title page-text">{row.text}</h2>
      <TrustBadge of={event} />
      <Facts
        facts={[
          ["What", row.label ?? row.kind],
          ["When", clock(row.at)],
          ["Called from", event.calledFrom && <CalledFrom places={event.calledFrom} />],
          ["Page", row.url && <SafeLink url={row.url} />],
          ["Tab", row.tab === undefined ? "" : String(row.tab)],
          ["Conversation", row.kind === "websocket" && <a href={addressOf("websocket", row.id)}>Open it</a>],
        ]}
      />
      <Part title="Complete event">
        <PageBlock label="Complete event" text={prettyJson(event)} />
      </Part>
    </>
  );
}
