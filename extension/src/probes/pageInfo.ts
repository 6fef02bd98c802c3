// The probe `pageInfo`: address, size, scroll position and a summary of the page's structure.
import { URL_CHARS } from "../generated/limits.js";
import type { FormInfo, PageInfo } from "../shared/probes.js";

const TITLE_CHARS = 500;
const FORMS = 50;
const FIELDS = 50;
const NAME_CHARS = 100;
const HEADINGS = 100;
const HEADING_CHARS = 200;

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

export function pageInfo(): PageInfo {
  return {
    url: location.href.slice(0, URL_CHARS),
    title: titleOf().slice(0, TITLE_CHARS),
    viewport: { width: innerWidth, height: innerHeight },
    scroll: { x: Math.round(scrollX), y: Math.round(scrollY) },
    documentHeight: documentHeight(),
    forms: find<HTMLFormElement>("form").slice(0, FORMS).map(describeForm),
    headings: headings(),
    links: find("a[href],area[href]").length,
    images: find("img,svg image,input[type=image]").length,
    interactiveElements: find(INTERACTIVE).length,
  };
}

/** By the prototype: a page's `<form name="querySelectorAll">` shadows the method on the document itself. */
function find<E extends Element>(selector: string): E[] {
  return Array.from(Document.prototype.querySelectorAll.call(document, selector)) as E[];
}

function titleOf(): string {
  const read = Object.getOwnPropertyDescriptor(Document.prototype, "title")?.get;
  return String(read?.call(document) ?? "");
}

function documentHeight(): number {
  const [root] = find<HTMLElement>("html");
  const [body] = find<HTMLElement>("body");
  return Math.max(root?.scrollHeight ?? 0, body?.scrollHeight ?? 0);
}

function describeForm(form: HTMLFormElement): FormInfo {
  const attribute = (name: string) => Element.prototype.getAttribute.call(form, name);
  return {
    id: (attribute("id") ?? attribute("name") ?? "").slice(0, NAME_CHARS),
    action: (attribute("action") ?? "").slice(0, URL_CHARS),
    fields: fieldsOf(form).slice(0, FIELDS),
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
  return [...new Set(names.map((name) => name.slice(0, NAME_CHARS)))];
}

function headings(): string[] {
  return find<HTMLElement>("h1,h2,h3,h4,h5,h6,[role=heading]")
    .filter((heading) => heading.checkVisibility?.() ?? true)
    .map((heading) => (heading.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, HEADING_CHARS))
    .filter((text) => text !== "")
    .slice(0, HEADINGS);
}
