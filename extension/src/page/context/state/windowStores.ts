// Stores that a page keeps on its window.
import { apply, ownValue } from "../../core/natives.js";
import { allKeys, isObject, readProperty } from "../../core/readSafely.js";

import { type Store, storeApi } from "./store.js";

const MAX_WINDOW_KEYS = 2_000; // properties of the window that are searched for a store

export function storeOnWindow(): Store | undefined {
  const names = allKeys(window);
  for (let i = 0; i < names.length && i < MAX_WINDOW_KEYS; i++) {
    const value: unknown = ownValue(window, names[i] as string);
    const found = isObject(value) ? storeApi(value) : undefined;
    if (found) return found;
  }
  return undefined;
}

/** `__svelte_stores` maps names to stores, which call a new subscriber with their value at once. */
export function svelteStores(): Store | undefined {
  const stores = readProperty(window, "__svelte_stores");
  if (!isObject(stores)) return undefined;
  return { source: "svelte", identity: stores, read: () => valuesOf(stores), subscribe: undefined };
}

function valuesOf(stores: object): Record<string, unknown> {
  const values = { __proto__: null } as unknown as Record<string, unknown>;
  const names = allKeys(stores);
  for (let i = 0; i < names.length; i++) {
    const name = names[i] as string;
    const store = readProperty(stores, name);
    const subscribe = readProperty(store, "subscribe");
    if (typeof subscribe !== "function") continue;
    const end: unknown = apply(subscribe as never, store, [
      (value: unknown) => {
        values[name] = value;
      },
    ]);
    if (typeof end === "function") apply(end as never, undefined, []);
  }
  return values;
}
