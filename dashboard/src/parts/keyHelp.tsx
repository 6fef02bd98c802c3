// The keyboard help.
import type { RefObject } from "preact";
import { VIEWS } from "../views/index.js";

/** The timeline uses `0`. */
const DIGITS = 9;
const KEYS: readonly (readonly [string, string])[] = [
  ["↑ ↓", "previous entry, next entry"],
  ["Home End", "first entry, last entry"],
  ["/", "filter"],
  ["Esc", "leave the filter, close the details"],
  ["+ − 0", "timeline: zoom in, zoom out, show all"],
  ["p", "pause, resume"],
  ["?", "show this help"],
];

export function KeyHelp({ dialog }: { dialog: RefObject<HTMLDialogElement | null> }) {
  return (
    <dialog ref={dialog} class="key-help" aria-labelledby="key-help-title">
      <h2 id="key-help-title">Keyboard</h2>
      <dl>
        {VIEWS.map(({ title, letter }, index) => (
          <Key
            key={letter}
            keys={index < DIGITS ? `${index + 1}  or  g ${letter}` : `g ${letter}`}
            does={title}
          />
        ))}
        {KEYS.map(([keys, does]) => (
          <Key key={keys} keys={keys} does={does} />
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

function Key({ keys, does }: { keys: string; does: string }) {
  return (
    <div>
      <dt>
        <kbd>{keys}</kbd>
      </dt>
      <dd>{does}</dd>
    </div>
  );
}

export function KeyHint({ keys }: { keys: string }) {
  return <span class="key-hint" data-keys={keys} />;
}
