// The probe `accessibility`: runs axe-core, which the worker injects next to the probes, and formats its results.
import type { RunOptions } from "axe-core";
import type { AuditParams, AuditReport } from "../../shared/probeTypes.js";
import { Refusal } from "../../shared/probeTypes.js";
import { pierce } from "../pierce.js";
import { auditFrames } from "./auditFrames.js";
import { type Axe, axeOf } from "./axe.js";
import { reportOf } from "./report.js";

/** Tags of other standards, too many to list in an error. */
const SINGLE_CRITERION = /^(wcag\d{3,}|EN-9.*|section508\..*|TT\d.*|RGAA-.*)$/;

let running: Promise<unknown> = Promise.resolve();

/** The audits that run or wait for their turn, by their id. */
const audits = new Map<string, AbortController>();

/** One at a time, because axe refuses concurrent runs. */
export function accessibility(params: AuditParams): Promise<AuditReport> {
  const stopped = new AbortController();
  audits.set(params.auditId, stopped);
  const mine = running.then(() => audit(params, stopped.signal)).finally(() => audits.delete(params.auditId));
  running = mine.catch(() => undefined);
  return mine;
}

/** Nobody waits for this audit any more. It ends before its next frame: axe cannot be interrupted within one. */
export function stopAudit(auditId: string): null {
  audits.get(auditId)?.abort(new Refusal("audit_stopped", "The audit was stopped.", "Ask again."));
  return null;
}

async function audit({ scope, tags, includePasses }: AuditParams, signal: AbortSignal): Promise<AuditReport> {
  signal.throwIfAborted();
  const axe = axeOf(window);
  if (axe === null) throw new Refusal("axe_missing", "axe-core is not there yet.", "Ask again.");
  checkTags(axe, tags);
  const options: RunOptions = {
    ...(tags === undefined ? {} : { runOnly: { type: "tag", values: tags } }),
    resultTypes: includePasses ? ["violations", "passes", "incomplete"] : ["violations", "incomplete"],
    // It would load the page's style sheets and media once more.
    preload: false,
  };
  const context = scope === undefined ? document : { include: scoped(scope) };
  const audited = await auditFrames(axe, context, options, signal);
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
