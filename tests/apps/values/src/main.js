// State of real libraries on `window`, for scripts of the pilot to return.
import { createDraft, enableMapSet } from "immer";
import { mount } from "svelte";
import { createApp, reactive } from "vue";
import { createStore } from "zustand/vanilla";
import SvelteState from "./SvelteState.svelte";

enableMapSet();

const root = document.getElementById("root");
const vueRoot = root.appendChild(document.createElement("div"));
window.vueApp = createApp({
  data: () => ({ user: { name: "Ada", roles: ["admin"] }, visits: 3 }),
  computed: {
    greeting() {
      return `Hello ${this.user.name}`;
    },
  },
  template: "<p>{{ greeting }}</p>",
}).mount(vueRoot);
window.vueMap = reactive(new Map([["shoe", { price: 5 }]]));
window.vueSet = reactive(new Set(["red"]));
window.draft = createDraft({ items: [{ name: "shoe" }], prices: new Map([["shoe", 5]]) });
window.draft.items.push({ name: "hat" });
window.draft.prices.set("hat", 7);
window.store = createStore((set) => ({ count: 1, add: () => set({ count: 2 }) }));
mount(SvelteState, { target: root });
