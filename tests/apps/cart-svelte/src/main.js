import { mount } from "svelte";
import App from "./App.svelte";
import "./show-stores.js";

mount(App, { target: document.getElementById("root") });
