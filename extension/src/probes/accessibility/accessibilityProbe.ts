// The probe `accessibility`: runs axe-core, which the worker injects next to the probes, and formats its results.
import type { AuditParams, AuditReport } from "../../shared/probeTypes.js";
import { Refusal } from "../../shared/probeTypes.js";
import { pierce } from "../pierce.js";
import { auditFrames } from "./auditFrames.js";
import { type Axe, axeOf } from "./axe.js";
import { reportOf } from "./report.js";

/** Tags of other standards, too many to list in an error. */
const SINGLE_CRITERION = /^(wcag\d{3,}|EN-9.*|section508\..*|TT\d.*|RGAA-.*)$/;

let running: Promise<unknown> = Promise.resolve();

/** One at a time, because axe refuses concurrent runs. */
export function accessibility(params: AuditParams): Promise<AuditReport> {
  const mine = running.then(() => audit(params));
  running = mine.catch(() => undefined);
  return mine;
}

async function audit({ scope, tags, includePasses }: AuditParams): Promise<AuditReport> {
  const axe = axeOf(window);
  if (axe === null) throw new Refusal("axe_missing", "axe-core is not there yet.", "Ask again.");
  checkTags(axe, tags);
  const audited = await auditFrames(axe, scope === undefined ? document : { include: scoped(scope) }, {
    ...(tags === undefined ? {} : { runOnly: { type: "tag", values: tags } }),
    resultTypes: includePasses ? ["violations", "passes", "incomplete"] : ["violations", "incomplete"],
    // It would load the page's style sheets and media once more.
    preload: false,
  });
  return reportOf(audited, includePasses);
}

function scoped(scope: string): HTMLElement[] {
  const found = pierce(document, scope) as HTMLElement[];
  if (found.length > 0) return found;
  throw new Refusal(
    "scope_not_found",
    `Nothing matches the scope ${JSON.stringify(scope)}.`,
    "Try the selector with observe what=dom first.",
  );
}

function checkTags(axe: Axe, tags: string[] | undefined): void {
  const known = new Set(axe.getRules().flatMap((rule) => rule.tags));
  const unknown = (tags ?? []).filter((tag) => !known.has(tag));
  if (unknown.length === 0) return;
  const listed = [...known].filter((tag) => !SINGLE_CRITERION.test(tag)).sort();
  throw new Refusal(
    "unknown_tag",
    `axe-core has no tag ${unknown.map((tag) => JSON.stringify(tag)).join(", ")}.`,
    `It has ${listed.join(", ")}, and single criteria such as wcag143.`,
  );
}
