// A store of the application's state, however it was found.
import { readProperty } from "../../core/readSafely.js";

export interface Store {
  source: "redux" | "zustand" | "pinia" | "svelte" | "react-context";
  /** What distinguishes one store from another. */
  identity: object;
  read: () => unknown;
  /** Only where it is known to have no other effect. Returns how to end it. */
  subscribe: ((listener: () => void) => unknown) | undefined;
}

/** Something with `getState` and `subscribe`: with `dispatch` Redux, with `setState` Zustand. */
export function storeApi(candidate: unknown): Store | undefined {
  const getState = readProperty(candidate, "getState");
  const subscribe = readProperty(candidate, "subscribe");
  if (typeof getState !== "function" || typeof subscribe !== "function") return undefined;
  const isRedux = typeof readProperty(candidate, "dispatch") === "function";
  if (!isRedux && typeof readProperty(candidate, "setState") !== "function") return undefined;
  return {
    source: isRedux ? "redux" : "zustand",
    identity: candidate as object,
    read: getState as () => unknown,
    subscribe: subscribe as (listener: () => void) => unknown,
  };
}
