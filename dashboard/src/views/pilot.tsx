// AI Web Pilot: the state of its switch and the log of its commands.
import { useState } from "preact/hooks";
import type { PilotList, PilotSwitch, ShownCommand } from "../generated/views.js";
import { Badge } from "../parts/badge.js";
import { CloseButton, Facts, Part, Split } from "../parts/detail.js";
import { Empty } from "../parts/empty.js";
import { FilterBox, FilteredList } from "../parts/filterBox.js";
import { clock } from "../parts/format.js";
import { matches } from "../parts/matches.js";
import { PageBlock, PageText } from "../parts/pageText.js";
import { useView } from "../useView.js";
import type { View, ViewProps } from "../view.js";

const SWITCHED_OFF = "ai_web_pilot_disabled";

function PilotView({ feed, selected, select }: ViewProps) {
  const { data, problem } = useView<PilotList>(feed, "pilot");
  const [filter, setFilter] = useState("");
  if (!data) return problem ? <Empty title="Couldn’t load commands">{problem}</Empty> : null;
  const shown = data.commands.filter(({ client, tool, command, result }) =>
    matches(filter, client, tool, command, result),
  );
  const chosen = data.commands.find((command) => keyOf(command) === selected);
  return (
    <>
      <div class="toolbar">
        <FilterBox label="Filter commands" value={filter} change={setFilter} />
        <SwitchState pilot={data.switch} />
      </div>
      {data.commands.length === 0 ? (
        <NoCommands isOn={data.switch.enabled} />
      ) : (
        <Split
          list={
            <FilteredList
              none="No commands match"
              label="Commands, newest first"
              items={shown}
              keyOf={keyOf}
              selected={selected}
              select={select}
            >
              {(command) => <Line command={command} />}
            </FilteredList>
          }
          detail={chosen && <Detail command={chosen} close={() => select("")} />}
        />
      )}
    </>
  );
}

function Line({ command: { time, client, tool, command, result } }: { command: ShownCommand }) {
  return (
    <>
      <time>{clock(time)}</time>
      <span class="cell-seal">
        <Result result={result} />
      </span>
      <span class="cell-tool">{tool}</span>
      <PageText text={summarize(command)} />
      <span class="cell-word soft if-wide">{client}</span>
    </>
  );
}

function Result({ result }: { result: string }) {
  if (result === "ok") return <Badge tone="good" text="ok" />;
  return result === SWITCHED_OFF ? <Badge tone="warn" text="refused" /> : <Badge tone="bad" text={result} />;
}

/** The command without its braces; shown unchanged if its end was truncated. */
function summarize(command: string): string {
  try {
    const asked = JSON.parse(command) as Record<string, unknown>;
    return typeof asked.script === "string" ? asked.script : Object.values(asked).join(" ");
  } catch {
    return command;
  }
}

function Detail({ command, close }: { command: ShownCommand; close: () => void }) {
  return (
    <>
      <CloseButton close={close} />
      <h2>{command.tool}</h2>
      <Facts
        facts={[
          ["Result", <Result key="result" result={command.result} />],
          ["Why", command.result === SWITCHED_OFF && "AI Web Pilot was off."],
          ["Client", command.client],
          ["Time", clock(command.time)],
        ]}
      />
      <Part title="Command (truncated, secrets masked)">
        <PageBlock label="Command" text={command.command} />
      </Part>
    </>
  );
}

function SwitchState({ pilot: { enabled, extension_connected } }: { pilot: PilotSwitch }) {
  return (
    <p class="shown soft">
      <Badge tone={enabled ? "warn" : "good"} text={enabled ? "on" : "off"} />{" "}
      {enabled ? "Assistants can act in your pages." : "Assistants can only look."} The switch is in the
      extension’s popup{extension_connected ? "" : "; the extension is not connected"}.
    </p>
  );
}

function NoCommands({ isOn }: { isOn: boolean }) {
  return (
    <Empty title="No commands yet">
      {isOn
        ? "AI Web Pilot is on: your assistant’s `interact` commands will appear here."
        : "To let your assistant act in pages, turn on “AI Web Pilot” in the extension’s popup. Refused commands appear here too."}
    </Empty>
  );
}

function keyOf({ time, tool, command }: ShownCommand): string {
  return `${time} ${tool} ${command.length}`;
}

export const pilot: View = { name: "pilot", title: "AI Web Pilot", letter: "i", Component: PilotView };
