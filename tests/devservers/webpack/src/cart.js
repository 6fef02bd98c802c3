export const label = "Pay, version 1";

const coupon = { id: 1 };

export function pay() {
  // The coupon has no price.
  return coupon.price.amount;
}
