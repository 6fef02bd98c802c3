// The navigation: every view with its number of things and the keys that lead there.
import { addressOf } from "../usePlace.js";
import { VIEWS } from "../views/index.js";
import { shortNumber } from "./format.js";
import { KeyHint } from "./keyHint.js";
import { Logo } from "./logo.js";

interface Props {
  current: string;
  counts: Record<string, number>;
  showHelp: () => void;
}

export function Nav({ current, counts, showHelp }: Props) {
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
