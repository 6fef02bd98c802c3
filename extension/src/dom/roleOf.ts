// An element's role: the one it states, else the one its tag implies.
import { getRole } from "dom-accessibility-api";
import { attributeOf, tagOf } from "./readDom.js";

const BY_TAG: Readonly<Record<string, string>> = {
  button: "button",
  textarea: "textbox",
  img: "img",
  nav: "navigation",
  main: "main",
  header: "banner",
  footer: "contentinfo",
};

const BY_INPUT_TYPE: Readonly<Record<string, string | null>> = {
  checkbox: "checkbox",
  radio: "radio",
  search: "searchbox",
  number: "spinbutton",
  range: "slider",
  button: "button",
  submit: "button",
  reset: "button",
  image: "button",
  file: "button",
  hidden: null,
};

const WITH_SUGGESTIONS = /^(text|search|email|tel|url)$/;

export function roleOf(element: Element): string | null {
  const stated = attributeOf(element, "role")?.trim().split(/\s+/)[0];
  if (stated) return /^(none|presentation)$/.test(stated) ? null : stated;
  return implicitRole(element);
}

export function implicitRole(element: Element): string | null {
  const tag = tagOf(element);
  if (tag === "input") return inputRole(element);
  if (tag === "select") return isListbox(element) ? "listbox" : "combobox";
  if (tag === "a" || tag === "area") return attributeOf(element, "href") === null ? null : "link";
  return Object.hasOwn(BY_TAG, tag) ? (BY_TAG[tag] as string) : getRole(element);
}

function inputRole(element: Element): string | null {
  const type = (attributeOf(element, "type") ?? "text").toLowerCase();
  if (WITH_SUGGESTIONS.test(type) && attributeOf(element, "list") !== null) return "combobox";
  return Object.hasOwn(BY_INPUT_TYPE, type) ? (BY_INPUT_TYPE[type] as string | null) : "textbox";
}

function isListbox(element: Element): boolean {
  return attributeOf(element, "multiple") !== null || Number(attributeOf(element, "size")) > 1;
}
