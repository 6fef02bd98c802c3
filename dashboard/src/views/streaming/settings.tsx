// The streaming settings of each client.
import type { ClientSettings } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { plural } from "../../parts/format.js";
import { PageText } from "../../parts/pageText.js";
import { readableName } from "../../parts/readableName.js";
import { Table } from "../../parts/table.js";

const WAYS: Record<ClientSettings["notified_by"], string> = {
  notifications: "notifications",
  subscription: "subscriptions/listen",
  nothing: "not supported",
};

export function Settings({ clients }: { clients: ClientSettings[] }) {
  if (clients.length === 0) return null;
  const on = clients.filter(({ enabled }) => enabled).length;
  return (
    <details class="settings">
      <summary>
        {on} of {plural(clients.length, "client")} streaming
      </summary>
      <Table
        label="Streaming settings of each client"
        columns={["Client", "Streaming", "Events", "Rate", "URL filter", "Channel", "Log level"]}
        rows={clients.map((client, index) => ({ key: `${index} ${client.name}`, cells: cellsOf(client) }))}
      />
    </details>
  );
}

function cellsOf({
  name,
  enabled,
  events,
  throttle_seconds,
  url_filter,
  notified_by,
  log_level,
}: ClientSettings) {
  return [
    <PageText key="name" text={name} />,
    <Badge key="on" tone={enabled ? "good" : "plain"} text={enabled ? "on" : "off"} />,
    events.map(readableName).join(", "),
    `at most one every ${throttle_seconds} s`,
    <PageText key="filter" text={url_filter || "–"} />,
    WAYS[notified_by],
    log_level ?? "–",
  ];
}
