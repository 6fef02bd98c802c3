import React, { memo } from "react";
import { useCart } from "../cart.js";

export const Total = memo(function Total({ currency }) {
  const items = useCart((cart) => cart.items);
  const coupon = useCart((cart) => cart.coupon);
  const sum = items.reduce((total, { price }) => total + price, 0);
  const reduced = sum * (1 - coupon.percent / 100);
  return (
    <output>
      {reduced} {currency}
    </output>
  );
});
