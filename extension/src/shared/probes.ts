// What the worker may ask of a page: the probes by name, their results, and where they are found.

export interface FormInfo {
  id: string;
  action: string;
  fields: string[];
}

/** The specification's answer of `get_page_info` (v4, Feature 3). */
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
}

/** Which document: the page's own, or that of a same-origin frame (see probes/frames.ts). */
export interface FrameParams {
  frame?: string;
}

export interface DomParams extends FrameParams {
  selector: string;
  includeStyles: boolean;
  /** Instead of those that matter for the layout. */
  properties?: string[];
  includeChildren: boolean;
  maxDepth: number;
}

export interface DomChild {
  tag: string;
  attributes: Record<string, string>;
  text: string;
  children?: DomChild[];
  /** How many further children there was no room for. */
  childrenLeftOut?: number;
  /** What an open shadow root holds. */
  shadowRoot?: DomChild[];
}

export interface DomMatch extends DomChild {
  /** Finds this element and no other; `host >>> inner` is inside an open shadow root. */
  selector: string;
  /** Pixels in the viewport of its document. */
  boundingBox: { x: number; y: number; width: number; height: number };
  visible: boolean;
  styles?: Record<string, string>;
}

/** The specification's answer of `query_dom` (v4, Feature 3). */
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
  /** Of axe-core's rules; all enabled ones when left out. */
  tags?: string[];
  includePasses: boolean;
}

export interface AuditNode {
  /** The frame that it is in, as `query_dom` takes it. */
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
  /** When there are more than `nodes` holds. */
  nodeCount?: number;
}

export interface AuditPass extends AuditRule {
  nodeCount: number;
}

/** The specification's answer of `run_accessibility_audit` (v4, Feature 4). */
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
  /** Of several matches. */
  index?: number;
  label?: string;
  durationMs: number;
}

/** The specification's answer of `highlight_element`; pixels in the viewport of its document. */
export interface HighlightAnswer {
  success: true;
  selector: string;
  bounds: { x: number; y: number; width: number; height: number };
}

/** Names and values, in the storage's own order. */
export interface StorageContent {
  localStorage: [string, string][];
  /** Left as it is where it is left out. */
  sessionStorage?: [string, string][];
}

/** A script that the page has loaded. */
export interface LoadedScript {
  /** Absolute. */
  url: string;
  /** Its decoded size; 0 where the browser does not say. */
  bytes: number;
}

/** In the order in which they were loaded. */
export type ScriptList = LoadedScript[];

/** Why a probe cannot answer what it was asked: the asker can mend it. */
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

/** Each probe's parameters and result; a probe more is one line more, here and in probes/index.ts. */
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
