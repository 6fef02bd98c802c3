// What the keys do.
import type { RefObject } from "preact";
import { VIEWS } from "../views/index.js";

/** `0` is the timeline's. */
const DIGITS = 9;
const KEYS: readonly (readonly [string, string])[] = [
  ["↑ ↓", "the entry before, the entry after"],
  ["Home End", "the first, the last"],
  ["/", "filter"],
  ["Esc", "leave the filter, close the detail"],
  ["+ − 0", "timeline: closer, wider, everything"],
  ["p", "pause, resume"],
  ["?", "this help"],
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
