// axe's results in the specification's shape (v4, Feature 4).
import type { NodeResult, Result } from "axe-core";
import {
  AUDIT_HTML_CHARS,
  AUDIT_NODES,
  AUDIT_SUMMARY_CHARS,
  SELECTOR_CHARS,
  URL_CHARS,
} from "../../generated/limits.js";
import type { AuditNode, AuditPass, AuditReport, AuditViolation } from "../../shared/probes.js";
import { cut } from "../describeElement.js";
import type { FramesAudit } from "./auditFrames.js";
import { fixFor } from "./fixes.js";
import { locate } from "./locate.js";
import { safeHtml } from "./safeHtml.js";
import { wcagOf } from "./wcag.js";

const IMPACTS = ["critical", "serious", "moderate", "minor"];

export function reportOf({ results, framesLeftOut }: FramesAudit, includePasses: boolean): AuditReport {
  const { violations, passes, incomplete, inapplicable } = results;
  const report: AuditReport = {
    url: cut(results.url, URL_CHARS),
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

/** The worst first: what an answer has no room for is the least. */
function weight({ impact }: Result): number {
  const at = IMPACTS.indexOf(impact ?? "");
  return at < 0 ? IMPACTS.length : at;
}

function describeViolation(result: Result): AuditViolation {
  const { nodes } = result;
  return {
    ...describeRule(result),
    impact: result.impact ?? "minor",
    nodes: nodes.slice(0, AUDIT_NODES).map((node) => describeNode(result, node)),
    ...(nodes.length > AUDIT_NODES ? { nodeCount: nodes.length } : {}),
  };
}

function describePass(result: Result): AuditPass {
  return { ...describeRule(result), nodeCount: result.nodes.length };
}

function describeRule({ id, help, helpUrl, tags }: Result) {
  // The query says who asked.
  return { id, description: help, helpUrl: helpUrl.replace(/\?.*$/, ""), wcag: wcagOf(tags) };
}

function describeNode({ id, help }: Result, node: NodeResult): AuditNode {
  const checks = [...node.any, ...node.all, ...node.none].map(({ message, data }) => ({ message, data }));
  const { element, selector, frame } = locate(node.target);
  return {
    ...(frame === "" ? {} : { frame: cut(frame, SELECTOR_CHARS) }),
    selector: cut(selector, SELECTOR_CHARS),
    html: cut(safeHtml(node.html, element), AUDIT_HTML_CHARS),
    failureSummary: cut(node.failureSummary ?? "", AUDIT_SUMMARY_CHARS),
    fix: cut(fixFor({ rule: id, help, checks, opacity: opacityOf(element) }), AUDIT_SUMMARY_CHARS),
  };
}

/** Of the element with everything around it. */
function opacityOf(element: Element | null): number {
  let opacity = 1;
  for (let at = element; at; at = at.parentElement) {
    opacity *= Number(getComputedStyle(at).opacity || 1);
  }
  return Math.round(opacity * 100) / 100;
}
