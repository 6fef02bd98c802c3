import { createSlice } from "@reduxjs/toolkit";

const cart = createSlice({
  name: "cart",
  initialState: { items: [{ id: 1, name: "Tea" }], total: 4.5, coupon: "SPRING" },
  reducers: { emptied: () => ({ items: [], total: 0, coupon: "" }) },
});

export const { emptied } = cart.actions;
export default cart.reducer;
