// A view of the dashboard: its navigation entry and its component.
import type { ComponentType } from "preact";
import type { Feed } from "./feed/feed.js";

export interface ViewProps {
  feed: Feed;
  /** The selected id from the URL, or an empty string. */
  selected: string;
  select: (id: string) => void;
}

export interface View {
  /** The name of the server's view, also used in the URL (`#errors`). */
  name: string;
  title: string;
  /** `g` followed by this letter opens the view. */
  letter: string;
  Component: ComponentType<ViewProps>;
}
