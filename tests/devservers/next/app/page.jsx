"use client";

import { useState } from "react";

export default function Cart() {
  const [coupon] = useState({ id: 1 });

  function pay() {
    // The coupon has no price.
    return coupon.price.amount;
  }

  return <button onClick={pay}>Pay, version 1</button>;
}
