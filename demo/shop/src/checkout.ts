// Buying: sends the order and shows the receipt.
import { type Order, OrderRefused, postOrder } from "./api.js";
import { cartLines, emptyCart } from "./cart.js";
import { byId } from "./element.js";
import { money } from "./money.js";

export async function buy(): Promise<void> {
  const button = byId<HTMLButtonElement>("buy");
  const coupon = byId<HTMLInputElement>("coupon").value.trim();
  button.disabled = true;
  button.textContent = "Placing your order…";
  if (__FIXED__) return buyOrSayWhy(coupon).finally(ready);
  await placeOrder(coupon);
  ready();
}

async function buyOrSayWhy(coupon: string): Promise<void> {
  try {
    await placeOrder(coupon);
  } catch (error) {
    if (!(error instanceof OrderRefused)) throw error;
    say("refused", `We could not take your order: ${error.message}`);
  }
}

async function placeOrder(coupon: string): Promise<void> {
  const order = await postOrder(cartLines(), coupon);
  confirmOrder(order);
}

function confirmOrder(order: Order): void {
  const text = thankYou(order);
  emptyCart();
  say("thanks", text);
}

function thankYou(order: Order): string {
  return `Thank you! You paid ${totalOf(order)}. Your order ${order.id} leaves tomorrow.`;
}

function totalOf(order: Order): string {
  return money(order.receipt.total);
}

function ready(): void {
  const button = byId<HTMLButtonElement>("buy");
  button.disabled = false;
  button.textContent = "Buy";
}

function say(kind: "thanks" | "refused", text: string): void {
  const status = byId("status");
  status.className = kind;
  status.textContent = text;
}
