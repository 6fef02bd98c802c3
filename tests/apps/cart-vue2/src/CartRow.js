export default {
  props: ["item"],
  data: () => ({ removed: false }),
  methods: {
    async remove() {
      const response = await fetch("/status/500", { method: "DELETE" });
      const { order } = await response.json();
      this.removed = order.items.length === 0;
    },
  },
  template: `<li>{{ item.name }} <button @click="remove">Remove</button></li>`,
};
