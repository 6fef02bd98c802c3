// The report of an accessibility audit, made from axe's results (A11Y-01).
import type { NodeResult, Result } from "axe-core";
import { isSensitiveField } from "../../dom/isSensitiveField.js";
import { tagOf } from "../../dom/readDom.js";
import { SELECTOR_CHARS, URL_CHARS } from "../../generated/limits.js";
import type { AuditNode, AuditPass, AuditReport, AuditViolation } from "../../shared/probeTypes.js";
import { attributesAsData, truncateToSafePoint } from "../describeElement.js";
import type { FramesAudit } from "./auditFrames.js";
import { fixFor } from "./fixes.js";
import { locate } from "./locateNode.js";
import { wcagOf } from "./wcag.js";

const MAX_AUDIT_NODES = 10; // A11Y-02: nodes of one violation
const AUDIT_HTML_CHARS = 200; // A11Y-02
const AUDIT_SUMMARY_CHARS = 1_000; // the problem of one node and its fix

const IMPACTS = ["critical", "serious", "moderate", "minor"];

export function reportOf({ results, framesLeftOut }: FramesAudit, includePasses: boolean): AuditReport {
  const { violations, passes, incomplete, inapplicable } = results;
  const report: AuditReport = {
    url: truncateToSafePoint(results.url, URL_CHARS),
    timestamp: results.timestamp,
    summary: {
      violations: violations.length,
      passes: passes.length,
      incomplete: incomplete.length,
      inapplicable: inapplicable.length,
    },
    violations: [...violations].sort((a, b) => weight(a) - weight(b)).map(describeViolation),
    ...(framesLeftOut > 0 ? { framesLeftOut } : {}),
  };
  return includePasses ? { ...report, passes: passes.map(describePass) } : report;
}

/** Worst first, so that truncation drops the least severe. */
function weight({ impact }: Result): number {
  const at = IMPACTS.indexOf(impact ?? "");
  return at < 0 ? IMPACTS.length : at;
}

function describeViolation(result: Result): AuditViolation {
  const { nodes } = result;
  return {
    ...describeRule(result),
    impact: result.impact ?? "minor",
    nodes: nodes.slice(0, MAX_AUDIT_NODES).map((node) => describeNode(result, node)),
    ...(nodes.length > MAX_AUDIT_NODES ? { nodeCount: nodes.length } : {}),
  };
}

function describePass(result: Result): AuditPass {
  return { ...describeRule(result), nodeCount: result.nodes.length };
}

function describeRule({ id, help, helpUrl, tags }: Result) {
  // The query contains the client.
  return { id, description: help, helpUrl: helpUrl.replace(/\?.*$/, ""), wcag: wcagOf(tags) };
}

function describeNode({ id, help }: Result, node: NodeResult): AuditNode {
  const checks = [...node.any, ...node.all, ...node.none].map(({ message, data }) => ({ message, data }));
  const { element, selector, frame } = locate(node.target);
  return {
    ...(frame === "" ? {} : { frame: truncateToSafePoint(frame, SELECTOR_CHARS) }),
    selector: truncateToSafePoint(selector, SELECTOR_CHARS),
    html: truncateToSafePoint(safeHtml(node.html, element), AUDIT_HTML_CHARS),
    failureSummary: truncateToSafePoint(node.failureSummary ?? "", AUDIT_SUMMARY_CHARS),
    fix: truncateToSafePoint(
      fixFor({ rule: id, help, checks, opacity: opacityOf(element) }),
      AUDIT_SUMMARY_CHARS,
    ),
  };
}

/** The opacity of the element together with its ancestors. */
function opacityOf(element: Element | null): number {
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) {
    opacity *= Number(getComputedStyle(at).opacity || 1);
  }
  return Math.round(opacity * 100) / 100;
}

/** axe's own snippet, unless it may hold a secret: then the opening tag alone, and no more than its name where the
 * element has gone meanwhile. */
function safeHtml(html: string, element: Element | null): string {
  if (element === null) return /^<[\w-]+/.exec(html)?.[0].concat("…>") ?? "";
  if (!holdsSecret(element)) return html;
  const attributes = Object.entries(attributesAsData(element)).map(
    ([name, value]) => ` ${name}="${value.replace(/&/g, "&amp;").replace(/"/g, "&quot;")}"`,
  );
  return `<${tagOf(element)}${attributes.join("")}>`;
}

function holdsSecret(element: Element): boolean {
  const fields = Array.from(Element.prototype.querySelectorAll.call(element, "input,textarea,select"));
  return [element, ...fields].some(isSensitiveField);
}
