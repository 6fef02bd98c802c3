// Page text, rendered as plain text: on one line, or as a block that keeps its line breaks.
import { LinkedText } from "./sourcePlace.js";
import type { Place } from "./splitAtPlaces.js";
import { visible } from "./visible.js";

export function PageText({ text }: { text: string }) {
  return <span class="page-text">{visible(text)}</span>;
}

/** Scrollable, therefore focusable. */
export function PageBlock({ text, label, places = [] }: BlockProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="page-block" aria-label={label} tabIndex={0}>
      <pre>
        <LinkedText text={text} places={places} />
      </pre>
    </section>
  );
}

interface BlockProps {
  text: string;
  label: string;
  /** Links where the text names them. */
  places?: readonly Place[];
}
