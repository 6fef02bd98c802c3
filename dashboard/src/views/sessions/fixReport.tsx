// The result of verify_fix: before and after, each issue, and the evidence that the fix was exercised.

import type { Change, FixResult, LastingCause } from "../../generated/views.js";
import type { Tone } from "../../parts/badge.js";
import { Badge } from "../../parts/badge.js";
import { Facts, Part } from "../../parts/detail.js";
import { PageText } from "../../parts/pageText.js";
import { readableName } from "../../parts/readableName.js";
import { Table } from "../../parts/table.js";
import { PageChanges } from "./pageChanges.js";

const TONES: Record<string, Tone> = { resolved: "good", new: "bad", changed: "warn" };

export function FixReport({ result }: { result: FixResult }) {
  const { before, after, caution, expectation, masked, why_unproved, performance_diff: speed } = result;
  return (
    <>
      {why_unproved && <p class="soft">The error is gone, which proves nothing: {why_unproved}.</p>}
      {caution && (
        <p class="callout prose">
          <strong>Caution.</strong> <PageText text={caution} />
        </p>
      )}
      {expectation && (
        <Facts
          facts={[
            ["Expected", expectation.expect],
            ["Seen", expectation.seen],
          ]}
        />
      )}
      <Part title="Before and after">
        <Table
          label="Issues before and after"
          columns={["Issues", "Before", "After"]}
          rows={[
            { key: "console", cells: ["Console errors", before.console_errors, after.console_errors] },
            { key: "network", cells: ["Failed requests", before.network_errors, after.network_errors] },
            ...(speed
              ? [{ key: "load", cells: ["Load", speed.load_time_before, speed.load_time_after] }]
              : []),
          ]}
        />
        {masked && (
          <p class="soft">The failing step no longer does anything: its error may be hidden, not fixed.</p>
        )}
      </Part>
      <Changes title="Result for each issue" changes={result.changes} />
      <Changes title="New issues" changes={result.new_issues} />
      <Causes causes={result.causes ?? []} />
      {result.page_changes && <PageChanges changes={result.page_changes} />}
      <Evidence evidence={result.evidence} />
    </>
  );
}

function Changes({ title, changes }: { title: string; changes: Change[] }) {
  if (changes.length === 0) return null;
  return (
    <Part title={title}>
      {changes.map(({ type, category, before, after }, index) => (
        <article key={index} class={`card-line ${TONES[type] ?? "plain"}`}>
          <p class="card-head">
            <Badge tone={TONES[type] ?? "plain"} text={type} />
            <span class="soft">{category}</span>
          </p>
          <Facts
            facts={[
              ["Before", before],
              ["After", after],
            ]}
          />
        </article>
      ))}
    </Part>
  );
}

/** What was behind the problem, and whether it goes on behind a page that may only hide it. */
function Causes({ causes }: { causes: LastingCause[] }) {
  if (causes.length === 0) return null;
  const words = ({ goes_on }: LastingCause) =>
    goes_on === null ? "Not called again" : goes_on ? "Still happening" : "No longer seen";
  return (
    <Part title="Underlying causes">
      <Facts facts={causes.map((cause) => [cause.cause, words(cause)] as const)} />
    </Part>
  );
}

function Evidence({ evidence }: { evidence: Record<string, unknown> }) {
  return (
    <Part title="Evidence">
      <Facts
        facts={Object.entries(evidence).map(([name, value]) => [readableName(name), written(value)] as const)}
      />
    </Part>
  );
}

/** Lists as text; empty ones are not shown. */
function written(value: unknown): string {
  if (value === true) return "yes";
  if (value === false) return "no";
  if (Array.isArray(value)) return value.map(written).join(", ");
  if (typeof value === "object" && value !== null) return Object.values(value).map(written).join(": ");
  return value === null ? "" : String(value);
}
