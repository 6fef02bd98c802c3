// A view of the dashboard: one entry of its navigation and what is shown for it.
import type { ComponentType } from "preact";
import type { Feed } from "./feed/feed.js";

export interface ViewProps {
  feed: Feed;
  /** What is selected, from the address; empty for nothing. */
  selected: string;
  select: (id: string) => void;
}

export interface View {
  /** As the server's view is called; also the address, `#errors`. */
  name: string;
  title: string;
  /** `g` and then this letter goes there. */
  letter: string;
  Component: ComponentType<ViewProps>;
}
