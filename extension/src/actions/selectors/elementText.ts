// The text of an element, normalized like Playwright does.
import { normalizeSpace } from "../../dom/normalizeSpace.js";
import { attributeOf, tagOf } from "../../dom/readDom.js";

/** Elements inside of one whose text is still one text. */
const MOST_PARTS = 50;
const PRESSABLE = /^(submit|button|reset)$/i;

/** A button made of an input has its words in its value; any other field has none. */
export function elementText(element: Element): string {
  const tag = tagOf(element);
  if (tag === "input") {
    return PRESSABLE.test(attributeOf(element, "type") ?? "")
      ? normalizeSpace(attributeOf(element, "value") ?? "")
      : "";
  }
  if (tag === "textarea" || tag === "select") return "";
  return normalizeSpace(element.textContent ?? "");
}

/** Inside of a line of text; whatever else is in an element may be a block of its own. */
const PHRASING =
  "a,abbr,b,bdi,bdo,br,cite,code,data,dfn,em,font,i,img,ins,del,kbd,label,mark,math,q,ruby,rb,rt,rp,s,samp,small,span,strong,sub,sup,svg,svg *,time,u,var,wbr";

/** Whether the element's text is that of several blocks, which nothing separates: "Skip to contentDeploy". */
export function isComposed(element: Element): boolean {
  const inside = [...element.querySelectorAll("*")];
  return inside.length > MOST_PARTS || inside.filter((each) => !each.matches(PHRASING)).length > 1;
}

/** Exactly `chars` characters of a longer text: generated scripts recognize by its length that it was truncated. */
export function exactPrefix(text: string, chars: number): string {
  return text.slice(0, chars).toWellFormed();
}
