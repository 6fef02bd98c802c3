// The store that an error most likely has to do with.
import { findMounted } from "../mounted.js";
import { type Fiber, rootOf } from "../react.js";
import { contextsInReact, storeInReact } from "./reactStores.js";
import type { Store } from "./store.js";
import { pinia } from "./vueStores.js";
import { storeOnWindow, svelteStores } from "./windowStores.js";

/** What components use comes before what lies on the window: the window may be another application's. */
export function findStore(fiber?: Fiber): Store | undefined {
  return (
    storeInReact(fiber, findMounted(rootOf)) ??
    pinia() ??
    storeOnWindow() ??
    svelteStores() ??
    (fiber && contextsInReact(fiber))
  );
}
