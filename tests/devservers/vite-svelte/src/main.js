import { mount } from "svelte";
import Cart from "./Cart.svelte";

mount(Cart, { target: document.querySelector("#app") });
