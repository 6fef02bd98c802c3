// Page text, rendered as plain text: on one line, or as a block that keeps its line breaks.
import { visible } from "./visible.js";

export function PageText({ text }: { text: string }) {
  return <span class="page-text">{visible(text)}</span>;
}

/** Scrollable, therefore focusable. */
export function PageBlock({ text, label }: { text: string; label: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section class="page-block" aria-label={label} tabIndex={0}>
      <pre>{visible(text)}</pre>
    </section>
  );
}
