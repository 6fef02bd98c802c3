// Vue 3 and 2: an element's components, out of the instances that Vue hangs on its elements.
import { COMPONENT_DEPTH } from "../../generated/limits.js";
import {
  append,
  containsNode,
  indexOf,
  isArray,
  ownValue,
  slice,
  split,
  upperCase,
} from "../core/natives.js";
import { allKeys, isObject, readProperty, readText } from "../core/readSafely.js";
import { type Ancestry, type Component, component } from "./component.js";
import { COMPONENT_HOPS, COMPONENT_WALK_MS, Deadline, MAX_COMPONENT_NODES } from "./deadline.js";
import { fileStem } from "./fileStem.js";

/** `inside` is the element that is asked about, which may be far below `node`. */
export function vueAncestry(node: object, inside: Node, deadline: Deadline): Ancestry | undefined {
  const old = readProperty(node, "__vue__");
  if (isObject(old)) return chain(innermost(old), "$parent", describe2, deadline);
  const instance = readProperty(node, "__vueParentComponent") ?? searchDown(node, inside);
  return isObject(instance) ? chain(instance, "parent", describe3, deadline) : undefined;
}

function chain(
  leaf: object,
  up: string,
  describe: (instance: object) => Component,
  deadline: Deadline,
): Ancestry {
  const components: Component[] = [];
  let each: unknown = leaf;
  for (; isObject(each) && components.length < COMPONENT_DEPTH; each = readProperty(each, up)) {
    append(components, describe(each));
    if (deadline.isOver()) break;
  }
  return { framework: "vue", components };
}

/**
 * What lies behind a reactive object or a ref. Asked for its properties, the proxy would tell Vue that whatever runs
 * now depends on them.
 */
export function raw(value: unknown): unknown {
  if (readProperty(value, "__v_isRef") === true) {
    return readProperty(value, "_rawValue") ?? raw(readProperty(value, "_value"));
  }
  return readProperty(value, "__v_raw") ?? value;
}

function describe3(instance: object): Component {
  const type = readProperty(instance, "type");
  const isRoot = !isObject(readProperty(instance, "parent"));
  const name = name3(type) || (isRoot ? "App" : pascal(registeredName(instance, type))) || "Anonymous";
  const props = readProperty(readProperty(instance, "vnode"), "props");
  return component(name, props, stateKeys(instance));
}

function name3(type: unknown): string {
  const name = readText(type, "displayName") || readText(type, "name") || readText(type, "__name");
  return name || fileStem(readText(type, "__file"));
}

/** The name by which the parent knows it. */
function registeredName(instance: object, type: unknown): string {
  const known = readProperty(readProperty(readProperty(instance, "parent"), "type"), "components");
  const names = allKeys(known);
  for (let i = 0; i < names.length; i++) {
    if (readProperty(known, names[i] as string) === type) return names[i] as string;
  }
  return "";
}

/** Data, and of what `setup` returns the refs and reactive objects: functions and imported components are no state. */
function stateKeys(instance: object): string[] {
  const found = allKeys(raw(readProperty(instance, "data")));
  const state = raw(readProperty(instance, "devtoolsRawSetupState") ?? readProperty(instance, "setupState"));
  const names = allKeys(state);
  const props = raw(readProperty(instance, "props"));
  for (let i = 0; i < names.length; i++) {
    // Read by its descriptor: the proxy that unwraps refs traps only `get`.
    const value: unknown = ownValue(state as object, names[i] as string);
    // What `defineProps` returns is readonly around reactive.
    const behind = raw(raw(value));
    if (behind !== value && behind !== props) append(found, names[i] as string);
  }
  return found;
}

/** Vue's production build marks nothing but the container: from there down to the instance around the element. */
function searchDown(container: object, inside: Node): unknown {
  const deadline = new Deadline(MAX_COMPONENT_NODES, COMPONENT_WALK_MS);
  let nearest: unknown;
  let depth = 0;
  const visit = (vnode: unknown, owner: unknown): boolean => {
    if (!isObject(vnode) || depth > COMPONENT_HOPS || deadline.isOver()) return false;
    depth++;
    const isFound = look(vnode, owner);
    depth--;
    return isFound;
  };
  const look = (vnode: object, owner: unknown): boolean => {
    const instance = readProperty(vnode, "component");
    if (isObject(instance)) return visit(readProperty(instance, "subTree"), instance);
    const isElement = typeof readProperty(vnode, "type") === "string";
    if (isElement && !holds(readProperty(vnode, "el"), inside)) return false;
    if (isElement) nearest = owner;
    const branch = readProperty(readProperty(vnode, "suspense"), "activeBranch");
    return visit(branch, owner) || visitAll(readProperty(vnode, "children"), owner) || isElement;
  };
  const visitAll = (children: unknown, owner: unknown): boolean => {
    if (!isArray(children)) return false;
    for (let i = 0; i < children.length; i++) if (visit(children[i], owner)) return true;
    return false;
  };
  visit(readProperty(container, "_vnode"), undefined);
  return nearest;
}

function holds(outer: unknown, inner: Node): boolean {
  try {
    return containsNode(outer as Node, inner);
  } catch {
    return false;
  }
}

/** If components have the same element, only the outermost is marked. */
function innermost(instance: object): object {
  let inner = instance;
  for (let i = 0; i < COMPONENT_DEPTH; i++) {
    const next = readProperty(readProperty(inner, "_vnode"), "componentInstance");
    if (!isObject(next)) return inner;
    inner = next;
  }
  return inner;
}

function describe2(instance: object): Component {
  const options = readProperty(instance, "$options");
  const name = readText(options, "name") || readText(options, "_componentTag");
  const isRoot = !isObject(readProperty(instance, "$parent"));
  const shown = pascal(name) || fileStem(readText(options, "__file")) || (isRoot ? "Root" : "Anonymous");
  return component(shown, readProperty(options, "propsData"), allKeys(readProperty(instance, "_data")));
}

/** `cart-row` → `CartRow`, as Vue writes it. */
function pascal(name: string): string {
  if (indexOf(name, "-") < 0) return name;
  const parts = split(name, "-");
  let joined = "";
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i] as string;
    joined += upperCase(slice(part, 0, 1)) + slice(part, 1);
  }
  return joined;
}
