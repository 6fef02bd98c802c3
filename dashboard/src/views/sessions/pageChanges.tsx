// How a page differs from before: its text, and the types in its responses and socket messages.
import { Lines } from "./lines.js";

interface Line {
  landmark: string;
  text: string;
}

interface FieldChange {
  source: string;
  field: string;
  before: string;
  after: string;
}

export interface PageDifferences {
  page?: { before: string; after: string };
  changed: { landmark: string; before: string; after: string }[];
  disappeared: Line[];
  appeared: Line[];
  reordered: string[];
  responses: FieldChange[];
  messages: FieldChange[];
  left_out?: number;
  count: number;
  not_compared?: string[];
}

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
