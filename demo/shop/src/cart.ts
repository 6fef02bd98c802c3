// The cart: its items and its change listeners.
import type { Product } from "./api.js";

export interface Line {
  product: Product;
  quantity: number;
}

const lines = new Map<string, Line>();
const listeners: (() => void)[] = [];

export function onCartChange(listener: () => void): void {
  listeners.push(listener);
}

export function cartLines(): Line[] {
  return [...lines.values()];
}

export function cartCount(): number {
  return cartLines().reduce((sum, line) => sum + line.quantity, 0);
}

export function cartTotalCents(): number {
  return cartLines().reduce((sum, line) => sum + line.quantity * line.product.priceCents, 0);
}

export function setQuantity(product: Product, quantity: number): void {
  if (quantity > 0) lines.set(product.id, { product, quantity });
  else lines.delete(product.id);
  tell();
}

export function addToCart(product: Product): void {
  setQuantity(product, (lines.get(product.id)?.quantity ?? 0) + 1);
}

export function emptyCart(): void {
  lines.clear();
  tell();
}

function tell(): void {
  for (const listener of listeners) listener();
}
