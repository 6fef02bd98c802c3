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

/** Each probe's parameters and result; a probe more is one line more, here and in probes/index.ts. */
export interface ProbeTypes {
  pageInfo: { params: Record<string, never>; result: PageInfo };
}

export type ProbeName = keyof ProbeTypes;

export type Probes = {
  [Name in ProbeName]: (params: ProbeTypes[Name]["params"]) => ProbeTypes[Name]["result"];
};

/** The global of the isolated world, where no page sees it. */
export const PROBES_GLOBAL = "__gasolineProbes";
