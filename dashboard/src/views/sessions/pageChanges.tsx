// How a page differs from before: its text, and the types in its responses and socket messages.
import type { FieldChange, Line, PageDifferences } from "../../generated/views.js";
import { Lines } from "./lines.js";

export function PageChanges({ changes }: { changes: PageDifferences }) {
  const { page, left_out: leftOut } = changes;
  return (
    <>
      {page && page.before !== page.after && (
        <Lines title="Page" lines={[`${page.before} → ${page.after}`]} />
      )}
      <Lines
        title="Changed text"
        lines={changes.changed.map(({ landmark, before, after }) => `${landmark}: “${before}” → “${after}”`)}
      />
      <Lines title="Text that disappeared" lines={changes.disappeared.map(lineText)} />
      <Lines title="Text that appeared" lines={changes.appeared.map(lineText)} />
      <Lines title="In another order" lines={changes.reordered} />
      <Lines title="Fields of responses" lines={changes.responses.map(fieldText)} />
      <Lines title="Fields of socket messages" lines={changes.messages.map(fieldText)} />
      {leftOut !== undefined && <p class="soft part">{`${leftOut} more changes of the page`}</p>}
      <Lines title="Not compared" lines={changes.not_compared ?? []} />
    </>
  );
}

function lineText({ landmark, text }: Line): string {
  return `${landmark}: “${text}”`;
}

function fieldText({ source, field, before, after }: FieldChange): string {
  return `${source} ${field}: ${before} → ${after}`;
}
