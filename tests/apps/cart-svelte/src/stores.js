import { writable } from "svelte/store";

export const cart = writable({ items: [{ id: 1, name: "Tea" }], error: null, token: "tok_visa" });
export const loading = writable(false);
