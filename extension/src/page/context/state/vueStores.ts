// Pinia: the one that the page shows on its window, or the one of the mounted application.
import { isObject, readProperty } from "../../core/readSafely.js";
import { findMounted } from "../mounted.js";
import { raw } from "../vue.js";
import type { Store } from "./store.js";

export function pinia(): Store | undefined {
  const state = readProperty(readProperty(window, "__pinia") ?? findMounted(piniaOf), "state");
  if (!isObject(state)) return undefined;
  return { source: "pinia", identity: state, read: () => raw(state), subscribe: undefined };
}

function piniaOf(element: object): object | undefined {
  const config = readProperty(readProperty(readProperty(element, "__vue_app__"), "_context"), "config");
  const found = readProperty(readProperty(config, "globalProperties"), "$pinia");
  return isObject(found) ? found : undefined;
}
