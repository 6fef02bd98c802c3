// Makes DOM elements: element("button", { class: "quiet", onclick }, "Text").
type Child = Node | string;
type Attributes = Record<string, string | boolean | ((event: Event) => void)>;

export function element(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") made.addEventListener(name.slice(2), value);
    else if (typeof value === "boolean") made.toggleAttribute(name, value);
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** The element of the page with this id. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`index.html has no #${id}`);
  return found as T;
}

const SVG = "http://www.w3.org/2000/svg";

/** The drawing of a product, from art.svg. */
export function drawing(id: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/art.svg#${id}`);
  svg.setAttribute("viewBox", "0 0 120 90");
  svg.setAttribute("aria-hidden", "true");
  svg.append(use);
  return svg;
}
