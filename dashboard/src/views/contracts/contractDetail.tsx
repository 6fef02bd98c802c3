// One endpoint: its calls, the learned shape of its responses, and its violations.

import type { EndpointDetail, ShownViolation } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { Facts, Part } from "../../parts/detail.js";
import { clock, plural } from "../../parts/format.js";
import { PageBlock, PageText } from "../../parts/pageText.js";
import { readableName } from "../../parts/readableName.js";
import { type DetailProps, ReadDetail } from "../../parts/readDetail.js";
import { SafeLink } from "../../parts/safeLink.js";
import { TONES } from "../../parts/severity.js";
import { StatusHistory } from "../../parts/statusHistory.js";

export function ContractDetail(props: DetailProps) {
  const heading = (
    <h2>
      <PageText text={props.id.slice(props.id.indexOf(" ") + 1)} />
    </h2>
  );
  return (
    <ReadDetail<EndpointDetail> view="contracts" heading={heading} {...props}>
      {(contract) => <Known contract={contract} />}
    </ReadDetail>
  );
}

function Known({ contract }: { contract: EndpointDetail }) {
  const { violations, established_shape: shape, optional_fields: optional = [] } = contract;
  return (
    <>
      <Facts
        facts={[
          ["Latest URL", <SafeLink key="url" url={contract.url} />],
          ["Calls", plural(contract.call_count, "call")],
          ["Matching", contract.consistency],
          ["Statuses", statuses(contract.status_codes)],
          ["Latest", <StatusHistory key="history" history={contract.history} />],
          ["First seen", clock(contract.first_seen)],
          ["Last called", clock(contract.last_called)],
        ]}
      />
      <Part title={violations.length ? `Violations (${violations.length})` : "Violations"}>
        {violations.length === 0 && <p class="soft">None so far.</p>}
        {violations.map((violation, index) => (
          <ViolationCard key={index} violation={violation} />
        ))}
        {contract.violations_left_out > 0 && (
          <p class="soft">{contract.violations_left_out} more, none of them worse, are not kept.</p>
        )}
      </Part>
      <Part title="Learned shape">
        {shape ? (
          <PageBlock label="Learned shape" text={JSON.stringify(shape, null, 2)} />
        ) : (
          <p class="soft">Unknown: no response with a JSON body was captured.</p>
        )}
        {optional.length > 0 && <Facts facts={[["Optional fields", optional.join(", ")]]} />}
      </Part>
    </>
  );
}

function statuses(codes: Record<string, number>): string {
  return Object.entries(codes)
    .map(([status, count]) => `${status === "0" ? "no response" : status} × ${count}`)
    .join(", ");
}

function ViolationCard({ violation }: { violation: ShownViolation }) {
  const { severity, type, description, occurrences } = violation;
  return (
    <article class={`card-line ${TONES[severity]}`}>
      <p class="card-head">
        <Badge tone={TONES[severity]} text={severity} />
        <span>{readableName(type)}</span>
        {occurrences && <span class="soft">{clock(occurrences.last_violation)}</span>}
      </p>
      <p class="prose">
        <PageText text={description} />
      </p>
      <Facts
        facts={[
          ["Field", violation.field],
          ["Missing", violation.missing_fields?.join(", ")],
          ["Types", types(violation)],
          ["Sample", written(violation.sample_value)],
          [
            "Seen",
            occurrences &&
              `${occurrences.violation_count} × after ${occurrences.expected_count} expected responses`,
          ],
        ]}
      />
      <Written label="Actual shape" value={violation.actual_shape} />
      <Written label="Latest error body" value={violation.last_error_body} />
    </article>
  );
}

function types({ expected_type, actual_type }: ShownViolation): string | undefined {
  return actual_type && (expected_type ? `${expected_type} → ${actual_type}` : actual_type);
}

function written(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : JSON.stringify(value);
}

function Written({ label, value }: { label: string; value: unknown }) {
  if (value === undefined || value === null) return null;
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <details>
      <summary>{label}</summary>
      <PageBlock label={label} text={text} />
    </details>
  );
}
