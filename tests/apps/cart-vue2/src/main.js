import Vue from "vue2/dist/vue.esm.js";
import CartPage from "./CartPage.js";

new Vue({ components: { CartPage }, template: `<div id="root"><cart-page currency="EUR" /></div>` }).$mount("#root");
