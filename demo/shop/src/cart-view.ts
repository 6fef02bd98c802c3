// The cart next to the products: lines, quantities, total.
import { cartCount, cartLines, cartTotalCents, type Line, setQuantity } from "./cart.js";
import { byId, element } from "./element.js";
import { money } from "./money.js";

export function showCart(): void {
  const lines = cartLines();
  byId("lines").replaceChildren(...lines.map(row));
  byId("empty").hidden = lines.length > 0;
  byId("checkout").hidden = lines.length === 0;
  byId("total").textContent = money(cartTotalCents());
  byId("count").textContent = String(cartCount());
}

function row(line: Line): HTMLElement {
  const { product, quantity } = line;
  return element(
    "li",
    {},
    element("span", { class: "line-name" }, product.name),
    element(
      "span",
      { class: "stepper" },
      step(line, -1, `One ${product.name} less`, "−"),
      element("output", { "aria-label": `Quantity of ${product.name}` }, String(quantity)),
      step(line, +1, `One ${product.name} more`, "+"),
    ),
    element("span", { class: "line-price" }, money(quantity * product.priceCents)),
  );
}

function step({ product, quantity }: Line, by: number, label: string, sign: string): HTMLElement {
  const onclick = () => setQuantity(product, quantity + by);
  return element("button", { type: "button", class: "quiet", "aria-label": label, onclick }, sign);
}
