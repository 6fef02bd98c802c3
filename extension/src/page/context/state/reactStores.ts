// Stores that React components use: a `<Provider store>`, the hooks of Zustand, the values of contexts.
import { append, hasOwn, isArray, itemAt, keys } from "../../core/natives.js";
import { isObject, readProperty } from "../../core/readSafely.js";
import { contextName, eachFiber, eachHook, eachParent, fiberName, isProvider } from "../react.js";
import type { Fiber } from "../reactNodes.js";
import { type Store, storeApi } from "./store.js";

/** The nearest above the fiber; else any in the tree. */
export function storeInReact(fiber: Fiber | undefined, root: Fiber | undefined): Store | undefined {
  return search(fiber, root, storeOfFiber) ?? search(fiber, root, snapshotOfFiber);
}

function search(
  fiber: Fiber | undefined,
  root: Fiber | undefined,
  find: (fiber: Fiber) => Store | undefined,
): Store | undefined {
  let found: Store | undefined;
  const visit = (each: Fiber): boolean => {
    found = find(each);
    return found !== undefined;
  };
  if (fiber) eachParent(fiber, visit);
  if (!found && root) eachFiber(root, visit);
  return found;
}

/** A `<Provider store>`; or Zustand 5, which reads its store in a callback that depends on the store. */
function storeOfFiber(fiber: Fiber): Store | undefined {
  const provided = storeApi(readProperty(readProperty(fiber, "memoizedProps"), "store"));
  return provided ?? storeInHooks(fiber, (uses) => storeApi(itemAt(uses, 0)));
}

/**
 * Zustand 4 reads its store in a value that depends on the store's `getState`, one more function of it, the selector
 * and the comparison. It is called: React calls it, too, at any time and as often as it likes.
 */
function snapshotOfFiber(fiber: Fiber): Store | undefined {
  return storeInHooks(fiber, (uses) => {
    const read = itemAt(uses, 0);
    if (uses.length !== 4 || typeof read !== "function" || typeof itemAt(uses, 2) !== "function")
      return undefined;
    return { source: "zustand", identity: read, read: read as () => unknown, subscribe: undefined };
  });
}

/** A memoized callback or value is kept as a pair, with what it depends on. */
function storeInHooks(fiber: Fiber, find: (uses: unknown[]) => Store | undefined): Store | undefined {
  let found: Store | undefined;
  eachHook(fiber, (hook) => {
    const memoized = readProperty(hook, "memoizedState");
    const uses: unknown = isArray(memoized) && memoized.length === 2 ? itemAt(memoized, 1) : null;
    if (!found && isArray(uses)) found = find(uses);
  });
  return found;
}

/** The values of the contexts around the fiber, each by its context's name or that of the component that provides it. */
export function contextsInReact(fiber: Fiber): Store | undefined {
  const values = { __proto__: null } as unknown as Record<string, unknown>;
  const providers: Fiber[] = [];
  eachParent(fiber, (each) => {
    if (isProvider(each)) append(providers, each);
    return false;
  });
  for (let i = 0; i < providers.length; i++) {
    const provider = providers[i] as Fiber;
    const name = contextName(readProperty(provider, "type")) || providerOf(provider);
    const value = readProperty(readProperty(provider, "memoizedProps"), "value");
    if (name && isObject(value) && !hasOwn(values, name)) values[name] = value;
  }
  if (keys(values).length === 0) return undefined;
  return { source: "react-context", identity: values, read: () => values, subscribe: undefined };
}

function providerOf(provider: Fiber): string {
  let name = "";
  eachParent(provider, (each) => {
    name = fiberName(each);
    return name !== "";
  });
  return name;
}
