import { defineStore } from "pinia";
import { computed, ref } from "vue";

export const useCart = defineStore("cart", () => {
  const items = ref([{ id: 1, name: "Tea" }]);
  const discount = ref(0);
  const count = computed(() => items.value.length);
  return { items, discount, count };
});
