import { label, pay } from "./cart.js";
import { refund } from "./refund.js";

const button = document.createElement("button");
const other = Object.assign(document.createElement("button"), { textContent: "Refund", onclick: refund });
document.querySelector("#app").append(button, other);

function show() {
  button.textContent = label;
  button.onclick = pay;
}

show();
module.hot.accept("./cart.js", show);
