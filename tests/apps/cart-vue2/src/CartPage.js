import CartRow from "./CartRow.js";

export default {
  name: "CartPage",
  components: { CartRow },
  props: ["currency"],
  data: () => ({ items: [{ id: 1, name: "Tea" }], coupon: "SPRING" }),
  template: `<ul><cart-row v-for="item in items" :key="item.id" :item="item" /></ul>`,
};
