// The navigation: every view with its count and keyboard shortcut.
import { addressOf } from "../useRoute.js";
import { VIEWS } from "../views/index.js";
import { shortNumber } from "./format.js";
import { KeyHint } from "./keyHelp.js";
import { OpenCapsule } from "./openCapsule.js";

interface Props {
  current: string;
  counts: Record<string, number>;
  showHelp: () => void;
  showEditor: () => void;
}

export function Nav({ current, counts, showHelp, showEditor }: Props) {
  return (
    <nav class="nav" aria-label="Views">
      <p class="brand">
        <Logo />
        Gasoline
      </p>
      <ul>
        {VIEWS.map(({ name, title, letter }) => (
          <li key={name}>
            <a href={addressOf(name)} aria-current={name === current ? "page" : undefined}>
              <span class="nav-title">{title}</span>
              <KeyHint keys={letter} />
              <Count value={counts[name] ?? 0} alarms={name === "errors"} />
            </a>
          </li>
        ))}
      </ul>
      <OpenCapsule />
      <button type="button" class="quiet help" onClick={showEditor}>
        Editor
      </button>
      <button type="button" class="quiet help" onClick={showHelp}>
        Keyboard <KeyHint keys="?" />
      </button>
    </nav>
  );
}

function Count({ value, alarms }: { value: number; alarms: boolean }) {
  if (value === 0) return null;
  return <span class={alarms ? "count alarming" : "count"}>{shortNumber(value)}</span>;
}

/** The drop. */
function Logo() {
  return (
    <svg class="logo" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d="M8 1s5 5.200 5 9a5 5 0 0 1-10 0c0-3.800 5-9 5-9z" />
    </svg>
  );
}
