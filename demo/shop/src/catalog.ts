// The product cards.
import type { Product } from "./api.js";
import { addToCart } from "./cart.js";
import { byId, drawing, element } from "./element.js";
import { money } from "./money.js";

export function showCatalog(products: Product[]): void {
  byId("products").replaceChildren(...products.map(card));
}

function card(product: Product): HTMLElement {
  const art = element("div", { class: "art" });
  art.append(drawing(product.id));
  const buy = element(
    "button",
    { type: "button", "aria-label": `Add ${product.name} to the cart`, onclick: () => addToCart(product) },
    "Add",
  );
  return element(
    "li",
    { class: "card", "data-product": product.id },
    art,
    element("h3", {}, product.name),
    element("p", { class: "note" }, product.note),
    element("div", { class: "row" }, element("span", { class: "price" }, money(product.priceCents)), buy),
  );
}
