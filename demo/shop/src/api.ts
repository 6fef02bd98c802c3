// The shop's server: products in, orders out.
import type { Line } from "./cart.js";

export interface Product {
  id: string;
  name: string;
  note: string;
  priceCents: number;
}

export interface Order {
  id: string;
  receipt: { total: number; items: number; coupon: string | null };
}

/** The server's reason for refusing an order. */
export interface Refusal {
  error: { code: string; message: string };
}

export async function fetchProducts(): Promise<Product[]> {
  const response = await fetch("/api/products");
  return response.json();
}

export async function postOrder(lines: Line[], coupon: string): Promise<Order> {
  const items = lines.map(({ product, quantity }) => ({ id: product.id, quantity }));
  const response = await fetch("/api/orders", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ items, coupon: coupon || null }),
  });
  if (__FIXED__ && !response.ok) throw await refusal(response);
  return response.json();
}

export class OrderRefused extends Error {
  override name = "OrderRefused";
}

async function refusal(response: Response): Promise<OrderRefused> {
  const { error }: Refusal = await response.json();
  return new OrderRefused(error.message);
}
