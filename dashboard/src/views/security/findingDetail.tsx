// One finding: what it is, where it was seen, and how to fix it.

import type { SecurityFinding } from "../../generated/views.js";
import { Badge } from "../../parts/badge.js";
import { CloseButton, Facts, Part } from "../../parts/detail.js";
import { PageText } from "../../parts/pageText.js";
import { readableName } from "../../parts/readableName.js";
import { SafeLink } from "../../parts/safeLink.js";
import { TONES } from "../../parts/severity.js";

const CWE_PAGES = "https://cwe.mitre.org/data/definitions/";
const LABELS: Record<string, string> = {
  url: "Path",
  page_url: "Page",
  param_name: "Parameter",
  redacted_value: "Value (masked)",
  redacted_preview: "Text (masked)",
  ts: "Time",
};

export function FindingDetail({ finding, close }: { finding: SecurityFinding; close: () => void }) {
  const { severity, category, title, description, evidence, recommendation, cwe } = finding;
  return (
    <>
      <CloseButton close={close} />
      <h2>{title}</h2>
      <p class="card-head">
        <Badge tone={TONES[severity]} text={severity} />
        <span>{readableName(category)}</span>
        {cwe && <SafeLink url={`${CWE_PAGES}${cwe.replace(/\D/g, "")}.html`} text={cwe} />}
      </p>
      <p class="prose">
        <PageText text={description} />
      </p>
      <Part title="Evidence">
        <Facts
          facts={Object.entries(evidence).map(([name, value]) => [labelOf(name), written(value)] as const)}
        />
      </Part>
      <Part title="How to fix it">
        <p class="prose">
          <PageText text={recommendation} />
        </p>
      </Part>
    </>
  );
}

function labelOf(name: string): string {
  return LABELS[name] ?? readableName(name);
}

function written(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
