// The probes that the worker itself asks, with their parameters and results. A probe that answers a question of the server
// is declared in its own file only: the worker passes parameters and result on as they are.
import type { ProbeQuery } from "../generated/wire.js";

/** Which document: the page's own, or that of a same-origin frame (see probes/frames.ts). */
export interface FrameParams {
  frame?: string;
}

export interface AuditParams {
  /** A selector of the part to audit. */
  scope?: string;
  /** Tags of axe-core rules; by default all enabled rules. */
  tags?: string[];
  includePasses: boolean;
  /** The question's id, by which the audit can be stopped. */
  auditId: string;
}

export interface AuditNode {
  /** Its frame, in the format that `query_dom` accepts. */
  frame?: string;
  selector: string;
  html: string;
  failureSummary: string;
  fix: string;
}

interface AuditRule {
  id: string;
  description: string;
  helpUrl: string;
  wcag: string[];
}

export interface AuditViolation extends AuditRule {
  impact: string;
  nodes: AuditNode[];
  /** Set if there are more nodes than `nodes` contains. */
  nodeCount?: number;
}

export interface AuditPass extends AuditRule {
  nodeCount: number;
}

/** The answer of `run_accessibility_audit`. */
export interface AuditReport {
  url: string;
  timestamp: string;
  summary: { violations: number; passes: number; incomplete: number; inapplicable: number };
  violations: AuditViolation[];
  passes?: AuditPass[];
  /** Frames that could not be audited, mostly because they belong to another origin. */
  framesLeftOut?: number;
}

export interface HighlightParams extends FrameParams {
  selector: string;
  /** The index if several elements match. */
  index?: number;
  label?: string;
  durationMs: number;
}

/** The answer of `highlight_element`; pixels in the viewport of its document. */
export interface HighlightAnswer {
  success: true;
  selector: string;
  bounds: { x: number; y: number; width: number; height: number };
}

/** Names and values, in the storage's own order. */
export interface StorageContent {
  localStorage: [string, string][];
  /** Unchanged if omitted. */
  sessionStorage?: [string, string][];
}

/** A script that the page has loaded. */
export interface LoadedScript {
  /** Absolute. */
  url: string;
  /** Its decoded size; 0 if the browser does not report it. */
  bytes: number;
}

/** In load order. */
export type ScriptList = LoadedScript[];

/** Why a probe cannot answer; the caller can fix the request. */
export type RefusalCode =
  | "invalid_selector"
  | "frame_not_found"
  | "frame_cross_origin"
  | "axe_missing"
  | "audit_stopped"
  | "scope_not_found"
  | "unknown_tag"
  | "element_not_found"
  | "several_elements"
  | "element_hidden"
  | "storage_failed";

export class Refusal extends Error {
  constructor(
    readonly code: RefusalCode,
    message: string,
    /** What to do next. */
    readonly hint: string,
  ) {
    super(message);
  }
}

/** The parameters and the result of each of them. */
export interface ProbeTypes {
  accessibility: { params: AuditParams; result: AuditReport };
  stopAudit: { params: string; result: null };
  scripts: { params: Record<string, never>; result: ScriptList };
  highlight: { params: HighlightParams; result: HighlightAnswer };
  framePath: { params: FrameParams; result: number[] };
  readStorage: { params: Record<string, never>; result: string };
  writeStorage: { params: { json: string }; result: null };
}

export type ProbeName = keyof ProbeTypes;

export type Probes = {
  [Name in ProbeName]: (
    params: ProbeTypes[Name]["params"],
  ) => ProbeTypes[Name]["result"] | Promise<ProbeTypes[Name]["result"]>;
} & Record<ProbeQuery, (params: never) => unknown>;

/** The global of the isolated world, where no page sees it. */
export const PROBES_GLOBAL = "__gasolineProbes";
