// The probe `pageInfo`: address, size, scroll position and a summary of the page's structure.

import { attributeOf, find, titleOf, urlOf } from "../dom/readDom.js";
import { URL_CHARS } from "../generated/limits.js";
import type { FrameParams } from "../shared/probeTypes.js";
import { TITLE_CHARS } from "../shared/titles.js";
import { truncateToSafePoint } from "./describeElement.js";
import { documentOf } from "./frames.js";

const MAX_FORMS = 50; // forms of a page
const MAX_FORM_FIELDS = 50; // fields of one form
const FORM_NAME_CHARS = 100; // the name of a form or a field
const MAX_HEADINGS = 100; // headings of a page
const HEADING_CHARS = 200; // one heading
const VISIBLE_TEXT_CHARS = 2_000; // the text that a person can read
const MAX_TEXT_ELEMENTS = 20_000; // elements of a page whose text is read

const INTERACTIVE = [
  "a[href]",
  "area[href]",
  "button",
  "input:not([type=hidden])",
  "select",
  "textarea",
  "summary",
  "[contenteditable]:not([contenteditable=false])",
  "[tabindex]:not([tabindex^='-'])",
  ...["button", "link", "checkbox", "radio", "switch", "tab", "menuitem", "option", "textbox", "slider"].map(
    (role) => `[role=${role}]`,
  ),
].join(",");

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

export function pageInfo({ frame }: FrameParams): PageInfo {
  const document = documentOf(frame);
  const view = document.defaultView ?? window;
  return {
    url: truncateToSafePoint(urlOf(document), URL_CHARS),
    title: truncateToSafePoint(titleOf(document), TITLE_CHARS),
    viewport: { width: view.innerWidth, height: view.innerHeight },
    scroll: { x: Math.round(view.scrollX), y: Math.round(view.scrollY) },
    documentHeight: documentHeight(document),
    forms: find<HTMLFormElement>(document, "form").slice(0, MAX_FORMS).map(describeForm),
    headings: headings(document),
    links: find(document, "a[href],area[href]").length,
    images: find(document, "img,svg image,input[type=image]").length,
    interactiveElements: find(document, INTERACTIVE).length,
    visibleText: visibleText(document),
  };
}

/** What a person can read on the page, line by line. Values of fields are not part of it. */
function visibleText(document: Document): string {
  const [body] = find<HTMLElement>(document, "body");
  // Reading the text lays the page out, which takes too long on a huge one.
  if (!body || find(document, "*").length > MAX_TEXT_ELEMENTS) return "";
  const read = Object.getOwnPropertyDescriptor(HTMLElement.prototype, "innerText")?.get;
  const text = String(read?.call(body) ?? "");
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  return truncateToSafePoint(lines.filter((line) => line !== "").join("\n"), VISIBLE_TEXT_CHARS);
}

function documentHeight(document: Document): number {
  const [root] = find<HTMLElement>(document, "html");
  const [body] = find<HTMLElement>(document, "body");
  return Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0);
}

function describeForm(form: HTMLFormElement): FormInfo {
  const attribute = (name: string) => attributeOf(form, name);
  return {
    id: (attribute("id") ?? attribute("name") ?? "").slice(0, FORM_NAME_CHARS),
    action: truncateToSafePoint(attribute("action") ?? "", URL_CHARS),
    fields: fieldsOf(form).slice(0, MAX_FORM_FIELDS),
  };
}

/** The names only: a value may be a secret. */
function fieldsOf(form: HTMLFormElement): string[] {
  const read = Object.getOwnPropertyDescriptor(HTMLFormElement.prototype, "elements")?.get;
  const controls = Array.from((read?.call(form) ?? []) as Iterable<Element>);
  const names = controls
    .filter((control) =>
      control.matches("input:not([type=hidden],[type=submit],[type=button]),select,textarea"),
    )
    .map(
      (control) =>
        control.getAttribute("name") || control.id || control.getAttribute("type") || control.localName,
    );
  return [...new Set(names.map((name) => name.slice(0, FORM_NAME_CHARS)))];
}

function headings(document: Document): string[] {
  return find<HTMLElement>(document, "h1,h2,h3,h4,h5,h6,[role=heading]")
    .filter((heading) => heading.checkVisibility?.() ?? true)
    .map((heading) =>
      truncateToSafePoint((heading.textContent ?? "").replace(/\s+/g, " ").trim(), HEADING_CHARS),
    )
    .filter((text) => text !== "")
    .slice(0, MAX_HEADINGS);
}
