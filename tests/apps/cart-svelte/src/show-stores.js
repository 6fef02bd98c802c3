import { cart, loading } from "./stores.js";

window.__svelte_stores = { cart, loading };
