// The questions that the worker may ask a page: probes by name, their parameters and results.

export interface FormInfo {
  id: string;
  action: string;
  fields: string[];
}

/** The answer of `get_page_info`, and the text that a person can read. */
export interface PageInfo {
  url: string;
  title: string;
  viewport: { width: number; height: number };
  scroll: { x: number; y: number };
  documentHeight: number;
  forms: FormInfo[];
  headings: string[];
  links: number;
  images: number;
  interactiveElements: number;
  visibleText: string;
}

/** Which document: the page's own, or that of a same-origin frame (see probes/frames.ts). */
export interface FrameParams {
  frame?: string;
}

export interface DomParams extends FrameParams {
  selector: string;
  includeStyles: boolean;
  /** Replaces the default list of layout properties. */
  properties?: string[];
  includeChildren: boolean;
  maxDepth: number;
}

export interface DomChild {
  tag: string;
  attributes: Record<string, string>;
  text: string;
  children?: DomChild[];
  /** The number of children that were left out. */
  childrenLeftOut?: number;
  /** The children of an open shadow root. */
  shadowRoot?: DomChild[];
}

export interface DomMatch extends DomChild {
  /** Matches only this element; `host >>> inner` is inside an open shadow root. */
  selector: string;
  /** In pixels, relative to the viewport of its document. */
  boundingBox: { x: number; y: number; width: number; height: number };
  visible: boolean;
  styles?: Record<string, string>;
}

/** The answer of `query_dom`. */
export interface DomAnswer {
  url: string;
  title: string;
  matches: DomMatch[];
  matchCount: number;
  returnedCount: number;
}

export interface AuditParams {
  /** A selector of the part to audit. */
  scope?: string;
  /** Tags of axe-core rules; by default all enabled rules. */
  tags?: string[];
  includePasses: boolean;
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

/** The parameters and result of each probe. To add a probe, add a line here and in probes/index.ts. */
export interface ProbeTypes {
  pageInfo: { params: FrameParams; result: PageInfo };
  dom: { params: DomParams; result: DomAnswer };
  accessibility: { params: AuditParams; result: AuditReport };
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
};

/** The global of the isolated world, where no page sees it. */
export const PROBES_GLOBAL = "__gasolineProbes";
