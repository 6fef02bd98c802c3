import { h } from "vue";

/** The options way. */
export default {
  name: "FancyButton",
  props: { kind: String },
  data: () => ({ presses: 0, hovered: false }),
  methods: {
    press() {
      this.presses++;
      if (window.breaksButton) throw new Error("button is broken");
    },
  },
  render() {
    return h("button", { class: this.kind, onClick: this.press }, this.$slots.default());
  },
};
