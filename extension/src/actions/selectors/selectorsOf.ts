// The six selectors of an element, each verified at this moment.

import { accessibleName } from "../../dom/accessibleName.js";
import { attributeOf, matches, type Root, rootOf } from "../../dom/readDom.js";
import { roleOf } from "../../dom/roleOf.js";
import { SELECTOR_CHARS } from "../../generated/limits.js";
import type { Selectors } from "../../generated/wire.js";
import { cssPath, ownId } from "./cssPath.js";
import { elementText, isComposed } from "./elementText.js";
import { innermost, isPerceivable, withLabel, withRole, withText } from "./matching.js";
import { findAround, type Survey, surveyAround } from "./survey.js";

const SELECTOR_TEXT_CHARS = 50; // ACT-05
const ACCESSIBLE_NAME_CHARS = 200; // a longer name is no way to find an element

export const TEST_ID_ATTRIBUTES = ["data-testid", "data-test-id", "data-cy"] as const;

const CLICKABLE =
  'a,button,summary,label,option,[role="button"],[role="link"],[role="tab"],[role="option"],[role^="menuitem"],' +
  'input[type="submit"],input[type="button"],input[type="reset"]';

type Name = Exclude<keyof Selectors, "nth" | "testIdAttribute">;

/** A selector, its matches, and the intended match: the element, or a part of it that has all of its text. */
interface Way {
  name: Name;
  fields: Partial<Selectors>;
  found: readonly Element[];
  target: Element;
  /** The matches that Playwright counts, if not all. */
  counts?: (element: Element) => boolean;
}

/** The setting `enhancedSelectorsEnabled`: all ways to find an element, or its CSS path alone. */
let areAllWaysWanted = true;

export function computeAllSelectors(wanted: boolean): void {
  areAllWaysWanted = wanted;
}

/** `isClicked`: whatever it is, it can be clicked. */
export function selectorsOf(element: Element, isClicked = false): Selectors {
  if (!areAllWaysWanted) return cssPathOnly(element);
  const survey = surveyAround(element);
  const ways = [
    byTestId(element, survey),
    byLabel(element, survey),
    byRole(element, survey),
    byId(element, survey),
    byText(element, isClicked, survey),
    byCssPath(element, survey),
  ];
  return join(ways.filter((way) => way !== null));
}

function cssPathOnly(element: Element): Selectors {
  const way = byCssPath(element, { roots: [rootOf(element) as Root], elements: null });
  return join(way === null ? [] : [way]);
}

function join(ways: readonly Way[]): Selectors {
  const selectors: Selectors = {};
  const nth: Record<string, number> = {};
  for (const { name, fields, found, target, counts = () => true } of ways) {
    const at = found.indexOf(target);
    // It does not find the element: no selector is better than a wrong one.
    if (at === -1) continue;
    Object.assign(selectors, fields);
    const before = found.slice(0, at).filter(counts).length;
    if (before > 0 || found.slice(at + 1).some(counts)) nth[name] = before;
  }
  if (Object.keys(nth).length > 0) selectors.nth = nth;
  return selectors;
}

/** The attribute and its value. */
export function testIdOf(element: Element): { attribute: string; value: string } | null {
  for (const attribute of TEST_ID_ATTRIBUTES) {
    const value = attributeOf(element, attribute);
    if (value) return { attribute, value };
  }
  return null;
}

function byTestId(element: Element, survey: Survey): Way | null {
  const testId = testIdOf(element);
  if (testId === null || testId.value.length > SELECTOR_CHARS) return null;
  const { attribute, value } = testId;
  const found = findAround(survey, `[${attribute}="${CSS.escape(value)}"]`);
  const fields: Partial<Selectors> = { testId: value.toWellFormed() };
  if (attribute !== TEST_ID_ATTRIBUTES[0]) fields.testIdAttribute = attribute;
  return { name: "testId", fields, found, target: element };
}

function byLabel(element: Element, survey: Survey): Way | null {
  const label = attributeOf(element, "aria-label");
  if (label === null || label.trim() === "" || label.length > SELECTOR_CHARS) return null;
  return {
    name: "ariaLabel",
    fields: { ariaLabel: label.toWellFormed() },
    found: withLabel(label, survey),
    target: element,
  };
}

function byRole(element: Element, survey: Survey): Way | null {
  const role = roleOf(element);
  if (role === null || role.length > SELECTOR_CHARS) return null;
  const name = accessibleName(element);
  if (name === "" || name.length > ACCESSIBLE_NAME_CHARS) return null;
  const found = withRole(element, role, name, survey);
  if (found === null) return null;
  const fields = { role: { role, name: name.toWellFormed() } };
  return { name: "role", fields, found, target: element, counts: isPerceivable };
}

function byId(element: Element, survey: Survey): Way | null {
  const id = ownId(element, rootOf(element) as Root);
  if (id === null || id.length > SELECTOR_CHARS) return null;
  return {
    name: "id",
    fields: { id: id.toWellFormed() },
    found: findAround(survey, `#${CSS.escape(id)}`),
    target: element,
  };
}

function byText(element: Element, isClicked: boolean, survey: Survey): Way | null {
  if (!isClicked && !matches(element, CLICKABLE)) return null;
  const text = elementText(element);
  if (text === "" || text.length > SELECTOR_TEXT_CHARS || isComposed(element)) return null;
  const target = innermost(element, text);
  const found = withText(target, text, survey);
  return found && { name: "text", fields: { text: text.toWellFormed() }, found, target };
}

function byCssPath(element: Element, survey: Survey): Way | null {
  const path = cssPath(element);
  if (path.length > SELECTOR_CHARS) return null;
  return { name: "cssPath", fields: { cssPath: path }, found: findAround(survey, path), target: element };
}
