// The current location: `#view` or `#view/selected`, so that Back, Forward and bookmarks work. A view that is shown again has the
// selection that it had before.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  view: string;
  selected: string;
}

const lastSelected = new Map<string, string>();

export function useRoute(): Route {
  const [place, setPlace] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const move = () => {
      const { view, selected } = readRoute(location.hash);
      setPlace({ view, selected: selected || (lastSelected.get(view) ?? "") });
    };
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);
  return place;
}

export function addressOf(view: string, selected = ""): string {
  return selected ? `#${view}/${encodeURIComponent(selected)}` : `#${view}`;
}

/** Back undoes a change of view, but not a selection. A view that the user has just left selects nothing any more. */
export function select(view: string, selected: string): void {
  const current = readRoute(location.hash).view;
  if (current && current !== view) return;
  lastSelected.set(view, selected);
  history.replaceState(null, "", addressOf(view, selected));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function readRoute(hash: string): Route {
  const [view = "", selected = ""] = hash.slice(1).split("/", 2);
  try {
    return { view, selected: decodeURIComponent(selected) };
  } catch {
    return { view, selected: "" };
  }
}
