// One event as a line.
import type { Row } from "../../generated/views.js";
import { Address } from "../../parts/address.js";
import { clock, duration } from "../../parts/format.js";
import { PageText } from "../../parts/pageText.js";
import { RepeatCount } from "../../parts/repeatCount.js";

const NAMES: Record<Row["kind"], string> = {
  error: "error",
  console: "console",
  network: "network",
  websocket: "socket",
  action: "action",
  server: "server",
};
/** A Map, because a page may name an error `constructor`. */
const LABELS = new Map([
  ["incoming", "↓ received"],
  ["outgoing", "↑ sent"],
]);

export function EventRow({ row }: { row: Row }) {
  const { at, kind, label = "", text, severity = "info", status, count = 1 } = row;
  return (
    <>
      <time>{clock(at)}</time>
      <span class={`tag ${kind}`}>{NAMES[kind]}</span>
      <span class={`row-label ${severity}`}>
        {LABELS.get(label) ?? label}
        {status !== undefined && ` ${status || "failed"}`}
      </span>
      {kind === "network" ? <Address url={text} /> : <PageText text={text} />}
      <RepeatCount count={count} />
      {row.duration !== undefined && <span class="number">{duration(row.duration)}</span>}
    </>
  );
}
