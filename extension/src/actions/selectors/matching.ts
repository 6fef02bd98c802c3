// Which elements a role, a label or a text finds: by the rules of Playwright's getByRole, getByLabel and getByText
// with `exact`, so that what is unique here is unique there.

import { accessibleName, labelledBy } from "../../dom/accessibleName.js";
import { normalizeSpace } from "../../dom/normalizeSpace.js";
import { attributeOf, matches, tagOf } from "../../dom/readDom.js";
import { roleOf } from "../../dom/roleOf.js";
import { elementText } from "./elementText.js";
import { findAround, type Survey } from "./survey.js";

const NAMES_COMPUTED = 30; // accessible names worked out to prove one of them unique

const TAGS_OF_ROLE: Readonly<Record<string, string>> = {
  button: "button,input",
  link: "a,area",
  textbox: "input,textarea",
  combobox: "select,input",
  listbox: "select",
  heading: "h1,h2,h3,h4,h5,h6",
};
/** What gives an element a name that is not, or not only, its text. */
const NAMED_OTHERWISE = "[aria-label],[aria-labelledby],[title],[alt],input,textarea,select,svg,img,object";
const FIELD = /^(input|textarea|select)$/;
const NO_LABELS: ReadonlyMap<Element, string> = new Map();
const NO_TEXT = /^(script|style|noscript|head|template)$/;

/** Elements with this role and name, whether or not they can be perceived; null if that is too expensive to compute. */
export function withRole(element: Element, role: string, name: string, survey: Survey): Element[] | null {
  if (survey.elements === null) return null;
  const tags = TAGS_OF_ROLE[role] ?? CSS.escape(tagOf(element));
  const labels = FIELD.test(tagOf(element)) ? labelTexts(survey) : NO_LABELS;
  const isPlain = plainName(element, labels) === name;
  let computed = 0;
  const found: Element[] = [];
  for (const each of findAround(survey, `${tags},[role~="${CSS.escape(role)}"]`)) {
    const quick = each === element || hasNameQuickly(each, name, isPlain, labels);
    if (quick === undefined && ++computed > NAMES_COMPUTED) return null;
    if ((quick ?? accessibleName(each) === name) && roleOf(each) === role) found.push(each);
  }
  return found;
}

/** Undefined if only the complete computation can decide. `isPlain`: the element's own name is the text of it or of its label. */
function hasNameQuickly(
  element: Element,
  name: string,
  isPlain: boolean,
  labels: ReadonlyMap<Element, string>,
): boolean | undefined {
  const label = attributeOf(element, "aria-label");
  if (attributeOf(element, "aria-labelledby") !== null) return undefined;
  if (label !== null && label.trim() !== "") return normalizeSpace(label) === name;
  const text = plainName(element, labels);
  if (text === undefined) return undefined;
  if (isPlain) return text === name;
  return text.includes(name.split(" ", 1)[0] as string) ? undefined : false;
}

/** What an element is called that has nothing but a text or a label. */
function plainName(element: Element, labels: ReadonlyMap<Element, string>): string | undefined {
  return labels.get(element) ?? (isNamedByItsText(element) ? elementText(element) : undefined);
}

/** The label of each field that has a plain one; asking each field would search the complete page. */
function labelTexts(survey: Survey): ReadonlyMap<Element, string> {
  const texts = new Map<Element, string>();
  const seen = new Set<Element>();
  for (const label of findAround(survey, "label") as HTMLLabelElement[]) {
    const { control } = label;
    if (control === null) continue;
    // With several labels, or with fields in it, a name is put together from parts.
    if (seen.has(control) || label.querySelector(NAMED_OTHERWISE) !== null) texts.delete(control);
    else texts.set(control, normalizeSpace(label.textContent ?? ""));
    seen.add(control);
  }
  return texts;
}

function isNamedByItsText(element: Element): boolean {
  if (matches(element, NAMED_OTHERWISE)) return false;
  return element.firstElementChild === null || element.querySelector(NAMED_OTHERWISE) === null;
}

/** What is hidden has no role. */
export function isPerceivable(element: Element): boolean {
  if (Element.prototype.closest.call(element, '[aria-hidden="true"]') !== null) return false;
  return isShown(element);
}

/** Checks only styles, which needs no layout. */
export function isShown(element: Element): boolean {
  return element.checkVisibility?.({ visibilityProperty: true }) ?? true;
}

export function withLabel(label: string, survey: Survey): Element[] {
  const wanted = normalizeSpace(label);
  const labeled = findAround(survey, "[aria-label],[aria-labelledby],label");
  const found = labeled.flatMap((each) => (labelsOf(each).includes(wanted) ? [controlOf(each)] : []));
  return [...new Set(found)].filter((each) => each !== null);
}

function labelsOf(element: Element): string[] {
  if (tagOf(element) === "label") return [normalizeSpace(element.textContent ?? "")];
  const others = labelledBy(element);
  if (others.length > 0) return others.map((other) => normalizeSpace(other.textContent ?? ""));
  return [normalizeSpace(attributeOf(element, "aria-label") ?? "")];
}

function controlOf(element: Element): Element | null {
  if (tagOf(element) !== "label") return element;
  const { control } = element as HTMLLabelElement;
  // Its own label comes first.
  return control?.matches("[aria-label],[aria-labelledby]") ? null : control;
}

/** The innermost elements with exactly this text. A text that is spread over several elements counts for elements of one kind. */
export function withText(element: Element, text: string, survey: Survey): Element[] | null {
  const tag = tagOf(element);
  const firstWord = text.split(" ", 1)[0] as string;
  const isCandidate = (each: Element) =>
    each.firstElementChild === null ? mayHaveText(each, firstWord) : tagOf(each) === tag;
  const isFound = (each: Element) =>
    isCandidate(each) &&
    elementText(each) === text &&
    !NO_TEXT.test(tagOf(each)) &&
    innermost(each, text) === each;
  return survey.elements?.filter(isFound) ?? null;
}

/** A cheap check of an element without children; false is certain. The text of an input is elsewhere. */
function mayHaveText({ firstChild, localName }: Element, firstWord: string): boolean {
  if (firstChild === null) return localName === "input";
  return firstChild.nextSibling !== null || (firstChild as CharacterData).data.includes(firstWord);
}

/** The innermost element that has all of the text: a locator finds this one. */
export function innermost(element: Element, text: string): Element {
  const inner = [...element.children].find((child) => elementText(child) === text);
  return inner === undefined ? element : innermost(inner, text);
}
