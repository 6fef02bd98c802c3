// The timeline's toolbar: kinds, text filter and zoom.
import { useEffect } from "preact/hooks";
import { KINDS, type Kind } from "../../feed/row.js";
import type { Row } from "../../generated/views.js";
import { FilterBox } from "../../parts/filterBox.js";
import { clock, plural } from "../../parts/format.js";
import { NAMES } from "./draw.js";
import { completeSpan, type Span, zoom } from "./span.js";

const CLOSER = 0.5;

interface Props {
  rows: readonly Row[];
  filter: string;
  setFilter: (filter: string) => void;
  hidden: ReadonlySet<Kind>;
  setHidden: (hidden: ReadonlySet<Kind>) => void;
  /** How many rows are files that loaded or messages of hot reload. */
  noise: number;
  withNoise: boolean;
  setWithNoise: (withNoise: boolean) => void;
  span: Span;
  chosen: Span | null;
  setChosen: (span: Span | null) => void;
  shown: number;
}

export function Toolbar({
  rows,
  filter,
  setFilter,
  hidden,
  setHidden,
  noise,
  withNoise,
  setWithNoise,
  span,
  chosen,
  setChosen,
  shown,
}: Props) {
  const closer = () => setChosen(zoom(span, CLOSER));
  const wider = () => setChosen(zoom(span, 1 / CLOSER));
  const everything = () => setChosen(completeSpan(rows));
  useZoomKeys({ "+": closer, "=": closer, "-": wider, "0": everything });
  return (
    <div class="toolbar">
      <FilterBox value={filter} change={setFilter} label="Filter events" />
      <fieldset class="kinds">
        <legend class="unseen">Kinds of events</legend>
        {KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            class={`chip ${kind}`}
            aria-pressed={!hidden.has(kind)}
            onClick={() => setHidden(toggled(hidden, kind))}
          >
            {NAMES[kind]}
          </button>
        ))}
        {noise > 0 && (
          <button
            type="button"
            class="chip"
            aria-pressed={withNoise}
            onClick={() => setWithNoise(!withNoise)}
          >
            {`Loaded files, hot reload (${noise})`}
          </button>
        )}
      </fieldset>
      <p class="shown soft">
        {plural(shown, "event")}
        {chosen && ` from ${clock(chosen.from)} to ${clock(chosen.to)}`}
      </p>
      <div class="zoom">
        <button type="button" aria-label="Zoom in" onClick={closer}>
          +
        </button>
        <button type="button" aria-label="Zoom out" onClick={wider}>
          −
        </button>
        <button type="button" onClick={everything}>
          All
        </button>
        <button type="button" aria-pressed={chosen === null} onClick={() => setChosen(null)}>
          Follow
        </button>
      </div>
    </div>
  );
}

function toggled(hidden: ReadonlySet<Kind>, kind: Kind): ReadonlySet<Kind> {
  const next = new Set(hidden);
  if (!next.delete(kind)) next.add(kind);
  return next;
}

function useZoomKeys(commands: Record<string, () => void>): void {
  useEffect(() => {
    const press = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      if (!ctrlKey && !metaKey && !(target instanceof HTMLInputElement)) commands[key]?.();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  });
}
