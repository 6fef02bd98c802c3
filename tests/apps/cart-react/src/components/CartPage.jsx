import React from "react";
import { useCart } from "../cart.js";
import { Total } from "./Total.jsx";

export function CartPage({ currency }) {
  const items = useCart((cart) => cart.items);
  const apply = useCart((cart) => cart.apply);
  return (
    <section>
      <ul>
        {items.map((item) => (
          <li key={item.id}>{item.name}</li>
        ))}
      </ul>
      <Total currency={currency} />
      <button onClick={() => apply("SPRING")}>Apply coupon</button>
    </section>
  );
}
