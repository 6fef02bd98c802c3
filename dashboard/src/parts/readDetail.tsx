// Loads one entry by its id and shows it, or shows why it could not be loaded.
import type { ComponentChildren } from "preact";
import type { Feed } from "../feed/feed.js";
import { useView } from "../useView.js";
import { CloseButton } from "./detail.js";

export interface DetailProps {
  feed: Feed;
  id: string;
  close: () => void;
}

interface Props<T> extends DetailProps {
  view: string;
  /** Shown while loading. */
  heading?: ComponentChildren;
  children: (data: T) => ComponentChildren;
}

export function ReadDetail<T>({ feed, view, id, close, heading, children }: Props<T>) {
  const { data, problem } = useView<T>(feed, view, id);
  return (
    <>
      <CloseButton close={close} />
      {heading}
      {problem && <p class="problem">{problem}</p>}
      {data && children(data)}
    </>
  );
}
