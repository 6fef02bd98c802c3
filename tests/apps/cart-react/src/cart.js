import { create } from "zustand";

export const useCart = create((set) => ({
  items: [
    { id: 1, name: "Tea", price: 4.5 },
    { id: 2, name: "Pot", price: 20 },
  ],
  coupon: { code: "", percent: 0 },
  paymentToken: "tok_visa_4242",
  status: "idle",
  apply: async (code) => {
    set({ status: "loading" });
    const response = await fetch(`/status/500?coupon=${code}`);
    const { coupon } = await response.json();
    set({ status: response.ok ? "applied" : "failed", coupon });
  },
}));
