// Clients and tabs: the connected AI clients and the browser's tabs.
import type { ComponentChildren } from "preact";
import type { ConnectedClient, ConnectedList, Tab } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { Empty } from "../parts/empty.js";
import { PageText } from "../parts/pageText.js";
import { SafeLink } from "../parts/safeLink.js";
import { Table } from "../parts/table.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

function ClientsView({ feed }: ViewProps) {
  const { data, problem } = useView<ConnectedList>(feed, "clients");
  if (!data) return problem ? <Empty title="Couldn’t load clients and tabs">{problem}</Empty> : null;
  return (
    <div class="sheet">
      <Sheet title="AI clients">
        <Clients clients={data.clients} serverVersion={data.server_version} />
      </Sheet>
      <Sheet title="Extension">
        <Extension extension={data.extension} />
      </Sheet>
      <Sheet title="Tabs">
        {data.trouble && <p class="hint">{data.trouble}</p>}
        <Tabs tabs={data.tabs} />
      </Sheet>
    </div>
  );
}

function Sheet({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section>
      <h2 class="sheet-head">{title}</h2>
      {children}
    </section>
  );
}

function Clients({ clients, serverVersion }: { clients: ConnectedClient[]; serverVersion: string }) {
  if (clients.length === 0) {
    return (
      <p class="soft">
        No AI client is connected. <code>gasoline install</code> adds Gasoline to the clients on this machine.
      </p>
    );
  }
  return (
    <Table
      label="AI clients"
      columns={["Name", "Working directory", "Forwarder", "Events"]}
      rows={clients.map((client, index) => ({
        key: `${index} ${client.name}`,
        cells: [
          <PageText key="name" text={client.name} />,
          <PageText key="directory" text={client.directory || "–"} />,
          <Version key="version" version={client.version} serverVersion={serverVersion} />,
          client.streaming ? (
            <Badge key="told" tone="good" text="streaming" />
          ) : (
            <span key="told" class="soft">
              on request
            </span>
          ),
        ],
      }))}
    />
  );
}

function Version({ version, serverVersion }: { version: string; serverVersion: string }) {
  if (!version) return <span class="soft">over HTTP</span>;
  if (version === serverVersion) return <>{version}</>;
  return <Badge tone="warn" text={`${version} (the server is ${serverVersion})`} />;
}

function Extension({
  extension: { connected, ever_connected, version, switched_off },
}: Pick<ConnectedList, "extension">) {
  const off = switched_off.length > 0 && <span class="soft">Switched off: {switched_off.join(", ")}</span>;
  if (connected) {
    return (
      <p class="card-head">
        <Badge tone="good" text="connected" /> version {version || "unknown"} {off}
      </p>
    );
  }
  return (
    <p class="card-head">
      <Badge tone="bad" text="not connected" />
      <span class="soft">
        {ever_connected ? "Is the browser running? " : "It has never connected. "}
        Run <code>gasoline doctor</code> to find out why.
      </span>
    </p>
  );
}

function Tabs({ tabs }: { tabs: Tab[] }) {
  if (tabs.length === 0)
    return <p class="soft">No tabs yet. Open a page in the browser with the extension.</p>;
  return (
    <Table
      label="Tabs"
      columns={["Title", "Address", "State", "Id"]}
      rows={tabs.map(({ tabId, title, url, active, captured }, index) => ({
        key: `${index} ${tabId}`,
        cells: [
          <PageText key="title" text={title || "(no title)"} />,
          <SafeLink key="url" url={url} />,
          <span key="state" class="card-head">
            <Badge tone={captured ? "good" : "plain"} text={captured ? "captured" : "not captured"} />
            {active && <Badge tone="plain" text="active" />}
          </span>,
          tabId,
        ],
      }))}
    />
  );
}

export const clients: View = {
  name: "clients",
  title: "Clients and tabs",
  letter: "c",
  Component: ClientsView,
};
