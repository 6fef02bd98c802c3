// Where React keeps its fibers: on the elements that it made, and on the containers that it renders into.
import { startsWith } from "../core/natives.js";
import { allKeys, isObject, readProperty } from "../core/readSafely.js";

export type Fiber = object;

/** The fiber of an element that React made. */
export function fiberOf(node: object): Fiber | undefined {
  return frameworkProperty(node, "__reactFiber$") ?? frameworkProperty(node, "__reactInternalInstance$");
}

/** The current tree of a container that React renders into. */
export function rootOf(node: object): Fiber | undefined {
  const root =
    readProperty(frameworkProperty(node, "__reactContainer$"), "stateNode") ??
    readProperty(readProperty(node, "_reactRootContainer"), "_internalRoot");
  const current = readProperty(root, "current");
  return isObject(current) ? current : undefined;
}

function frameworkProperty(node: object, prefix: string): object | undefined {
  const names = allKeys(node);
  for (let i = 0; i < names.length; i++) {
    if (!startsWith(names[i] as string, prefix)) continue;
    const value = readProperty(node, names[i] as string);
    if (isObject(value)) return value;
  }
  return undefined;
}
