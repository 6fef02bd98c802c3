// The messages of one connection, oldest first: received on the left, sent on the right.

import type { ConversationDetail, ShownConnection, WebSocketEvent } from "../../generated/views.js";
import { Facts } from "../../parts/detail.js";
import { clock, plural, size } from "../../parts/format.js";
import { prettyText } from "../../parts/prettyJson.js";
import { type DetailProps, ReadDetail } from "../../parts/readDetail.js";
import { CalledFrom } from "../../parts/sourcePlace.js";
import { TrustBadge } from "../../parts/trustBadge.js";
import { visible } from "../../parts/visible.js";

/** Short messages stay on one line. */
const SHORT = 80;

export function Conversation(props: DetailProps) {
  return (
    <ReadDetail<ConversationDetail> view="websocket" {...props}>
      {({ connection, events, note }) => (
        <>
          {connection && <Connection connection={connection} />}
          {note && <p class="note">{note}</p>}
          <ol class="conversation" aria-label="Conversation, oldest first">
            {events.map((event, index) => (
              <li key={index} class={event.direction ?? event.event}>
                <MessageBubble event={event} />
              </li>
            ))}
          </ol>
        </>
      )}
    </ReadDetail>
  );
}

function Connection({ connection }: { connection: ShownConnection }) {
  const { url, state, openedAt, closedAt, closeCode, closeReason, messageRate: rate, schema } = connection;
  return (
    <>
      <h2 class="detail-title page-text">{visible(url)}</h2>
      <TrustBadge of={connection} />
      <Facts
        facts={[
          ["State", state],
          ["Opened", openedAt && clock(openedAt)],
          ["Closed", closedAt && clock(closedAt)],
          ["Close code", closeCode && `${closeCode} ${closeReason ?? ""}`],
          ["Received", rate && `${plural(rate.incoming.total, "message")}, ${size(rate.incoming.bytes)}`],
          ["Sent", rate && `${plural(rate.outgoing.total, "message")}, ${size(rate.outgoing.bytes)}`],
          ["JSON keys", schema?.detectedKeys.join(", ")],
        ]}
      />
    </>
  );
}

function MessageBubble({ event }: { event: WebSocketEvent }) {
  const { ts, data, direction, sampled, truncated, calledFrom, size: bytes } = event;
  return (
    <>
      <p class="said-by">
        <time>{clock(ts)}</time>{" "}
        {direction ? (direction === "incoming" ? "↓ received" : "↑ sent") : named(event)}
        {bytes != null && `, ${size(bytes)}`}
        {sampled && `, after ${plural(sampled, "message")} skipped under load`}{" "}
        {calledFrom && <CalledFrom places={calledFrom} />}
      </p>
      {data != null && (
        <pre>{visible(data.length > SHORT ? prettyText(data) : data) + (truncated ? " …" : "")}</pre>
      )}
    </>
  );
}

function named({ event, code, reason }: WebSocketEvent): string {
  if (event === "close") return visible(`closed ${code ?? ""} ${reason ?? ""}`).trim();
  return event === "open" ? "opened" : event;
}
