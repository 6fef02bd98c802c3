// The pane beside a list: details of the selected entry.
import type { ComponentChildren } from "preact";
import { PageText } from "./pageText.js";

export function Split({ list, detail }: { list: ComponentChildren; detail: ComponentChildren }) {
  return (
    <div class={detail ? "split with-detail" : "split"}>
      <div class="split-list">{list}</div>
      {detail && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section class="detail" aria-label="Detail" tabIndex={0}>
          {detail}
        </section>
      )}
    </div>
  );
}

export function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

/** Names and values; empty values are not shown. */
export function Facts({ facts }: { facts: readonly (readonly [string, ComponentChildren])[] }) {
  const known = facts.filter(
    ([, value]) => value !== undefined && value !== null && value !== "" && value !== false,
  );
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === "string" ? <PageText text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Closes the pane; the same as Escape in the list. */
export function CloseButton({ close }: { close: () => void }) {
  return (
    <button type="button" class="quiet close" aria-label="Close details" onClick={close}>
      ✕
    </button>
  );
}
