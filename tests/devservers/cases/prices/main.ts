import { watchPrices } from "./prices";

const app = document.querySelector("#app")!;
app.innerHTML = "<button>Watch prices</button><output></output>";
app.querySelector("button")!.onclick = () => watchPrices(app.querySelector("output")!);
