// The current location: `#view` or `#view/selected`, so that Back, Forward and bookmarks work.
import { useEffect, useState } from "preact/hooks";

export interface Route {
  view: string;
  selected: string;
}

export function useRoute(): Route {
  const [place, setPlace] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const move = () => setPlace(readRoute(location.hash));
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);
  return place;
}

export function addressOf(view: string, selected = ""): string {
  return selected ? `#${view}/${encodeURIComponent(selected)}` : `#${view}`;
}

/** Back undoes a change of view, but not a selection. */
export function select(view: string, selected: string): void {
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
