import App from "./App.svelte";
import "./show-stores.js";

new App({ target: document.getElementById("root") });
