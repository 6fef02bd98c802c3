// Where the person is: `#view` or `#view/selected`, so that Back, Forward and bookmarks work.
import { useEffect, useState } from "preact/hooks";

export interface Place {
  view: string;
  selected: string;
}

export function usePlace(): Place {
  const [place, setPlace] = useState(() => readPlace(location.hash));
  useEffect(() => {
    const move = () => setPlace(readPlace(location.hash));
    addEventListener("hashchange", move);
    return () => removeEventListener("hashchange", move);
  }, []);
  return place;
}

export function addressOf(view: string, selected = ""): string {
  return selected ? `#${view}/${encodeURIComponent(selected)}` : `#${view}`;
}

/** Selecting is no step that Back should undo; going to another view is. */
export function select(view: string, selected: string): void {
  history.replaceState(null, "", addressOf(view, selected));
  dispatchEvent(new HashChangeEvent("hashchange"));
}

export function readPlace(hash: string): Place {
  const [view = "", selected = ""] = hash.slice(1).split("/", 2);
  try {
    return { view, selected: decodeURIComponent(selected) };
  } catch {
    return { view, selected: "" };
  }
}
