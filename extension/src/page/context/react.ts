// React 16 to 19: an element's components, out of the fibers that React hangs on its elements.
import { COMPONENT_DEPTH } from "../../generated/limits.js";
import { append, hasOwn, weakMap } from "../core/natives.js";
import { allKeys, isObject, ownText, readProperty, readText } from "../core/readSafely.js";
import { type Ancestry, type Component, component, isOneOf } from "./component.js";
import {
  ancestryDeadline,
  COMPONENT_HOPS,
  COMPONENT_WALK_MS,
  Deadline,
  MAX_COMPONENT_NODES,
} from "./deadline.js";
import type { Fiber } from "./reactNodes.js";

/** The kinds of fibers that matter; React has kept these numbers since 16.6. */
const CLASS = 1;
const CONTEXT_CONSUMER = 9;
const CONTEXT_PROVIDER = 10;
/** Around a component that has a fiber of its own. */
const MEMO = 14;

/** A boundary has caught something; until React 17, whose fibers have a `nextEffect`, it was another bit. */
const DID_CAPTURE = 128;
const DID_CAPTURE_17 = 64;

/** The maximum number of hooks of one component. */
const HOOKS = 100;

/** Truncated where it is when the time is up. */
export function reactAncestry(fiber: Fiber, deadline: Deadline = ancestryDeadline()): Ancestry {
  const components: Component[] = [];
  eachParent(fiber, (each) => {
    const name = fiberName(each);
    if (name !== "") append(components, describeFiber(each, name));
    return components.length >= COMPONENT_DEPTH || deadline.isOver();
  });
  return { framework: "react", components };
}

/** From the fiber to its root, until `visit` says that it is enough. A cycle ends like everything else. */
export function eachParent(fiber: Fiber, visit: (fiber: Fiber) => boolean): void {
  let each: unknown = fiber;
  for (let hops = 0; isObject(each) && hops < COMPONENT_HOPS; hops++) {
    if (visit(each)) return;
    each = readProperty(each, "return");
  }
}

/** All fibers below and with the root, parents first, until `visit` says that it is enough. */
export function eachFiber(
  root: Fiber,
  visit: (fiber: Fiber) => boolean,
  mayEnter: (fiber: Fiber) => boolean = () => true,
): void {
  const deadline = new Deadline(MAX_COMPONENT_NODES, COMPONENT_WALK_MS);
  let fiber: unknown = root;
  while (isObject(fiber) && !deadline.isOver()) {
    if (visit(fiber)) return;
    const child = mayEnter(fiber) ? readProperty(fiber, "child") : null;
    fiber = child ?? nextBranch(fiber, root, deadline);
  }
}

function nextBranch(fiber: Fiber, root: Fiber, deadline: Deadline): unknown {
  let each: unknown = fiber;
  while (isObject(each) && each !== root && !deadline.isOver()) {
    const sibling = readProperty(each, "sibling");
    if (isObject(sibling)) return sibling;
    each = readProperty(each, "return");
  }
  return null;
}

/** The state that each boundary had when it was seen: a boundary that shows an old error says nothing about a new one. */
const seen = weakMap<unknown>();

/** The innermost boundary that has caught an error since the last look; first where the last render changed something. */
export function boundaryThatCaught(root: Fiber): Fiber | undefined {
  return caughtIn(root, hasChanged) ?? caughtIn(root);
}

function caughtIn(root: Fiber, mayEnter?: (fiber: Fiber) => boolean): Fiber | undefined {
  let found: Fiber | undefined;
  const visit = (fiber: Fiber) => {
    if (hasCaught(fiber) && isNewError(fiber)) found = fiber;
    return false;
  };
  eachFiber(root, visit, mayEnter);
  return found;
}

/** React reuses the children of what it did not render again: in a large application nearly everything. */
function hasChanged(fiber: Fiber): boolean {
  const before = readProperty(fiber, "alternate");
  return !isObject(before) || readProperty(before, "child") !== readProperty(fiber, "child");
}

function hasCaught(fiber: Fiber): boolean {
  if (readProperty(fiber, "tag") !== CLASS) return false;
  const flags = (readProperty(fiber, "flags") ?? readProperty(fiber, "effectTag")) as number;
  return (flags & (hasOwn(fiber, "nextEffect") ? DID_CAPTURE_17 : DID_CAPTURE)) !== 0;
}

function isNewError(fiber: Fiber): boolean {
  const instance = readProperty(fiber, "stateNode");
  const state = readProperty(fiber, "memoizedState");
  if (!isObject(instance) || seen.get(instance) === state) return false;
  seen.set(instance, state);
  return true;
}

/**
 * The component below a boundary that failed, by one of the names. The boundary's other fiber still has the components
 * that were there before: from React 18 on, and only until the commit that took them down is complete.
 */
export function fallenBelow(boundary: Fiber, names: readonly string[]): Ancestry | undefined {
  const before = readProperty(readProperty(boundary, "alternate"), "child");
  if (!isObject(before)) return undefined;
  let fallen: Fiber | undefined;
  eachFiber(before, (fiber) => {
    if (isOneOf(fiberName(fiber), names)) fallen = fiber;
    return fallen !== undefined;
  });
  if (!fallen) return undefined;
  const { framework, components } = reactAncestry(fallen);
  // What was taken down has lost its parent, the boundary.
  const above = reactAncestry(boundary).components;
  for (let i = 0; i < above.length && components.length < COMPONENT_DEPTH; i++) {
    append(components, above[i] as Component);
  }
  return { framework, components };
}

/** Nothing for elements, fragments, Suspense and the like. */
export function fiberName(fiber: Fiber): string {
  const type = readProperty(fiber, "type");
  switch (readProperty(fiber, "tag")) {
    case MEMO:
    case CONTEXT_CONSUMER:
      return "";
    case CONTEXT_PROVIDER:
      return providerName(type);
    default:
      return isObject(type) ? givenName(fiber) || typeName(type) || "Anonymous" : "";
  }
}

/** A name that was given to the wrapper that `memo` makes. */
function givenName(fiber: Fiber): string {
  const outer = readProperty(fiber, "return");
  const wrapper = readProperty(outer, "tag") === MEMO ? outer : fiber;
  return readText(readProperty(wrapper, "elementType"), "displayName");
}

function typeName(type: object): string {
  const render = readProperty(type, "render");
  return readText(type, "displayName") || ownText(isObject(render) ? render : type, "name");
}

function providerName(type: unknown): string {
  const name = contextName(type);
  return name && `${name}.Provider`;
}

/** Until React 18 a provider knows its context, since 19 it is its context. */
export function contextName(type: unknown): string {
  return readText(readProperty(type, "_context") ?? type, "displayName");
}

export function isProvider(fiber: Fiber): boolean {
  return readProperty(fiber, "tag") === CONTEXT_PROVIDER;
}

function describeFiber(fiber: Fiber, name: string): Component {
  const props = isProvider(fiber) ? undefined : readProperty(fiber, "memoizedProps");
  if (readProperty(fiber, "tag") === CLASS) {
    return component(name, props, allKeys(readProperty(fiber, "memoizedState")));
  }
  let hasState = false;
  eachHook(fiber, (hook) => {
    hasState ||= isObject(readProperty(readProperty(hook, "queue"), "dispatch"));
  });
  return component(name, props, [], hasState);
}

/** The hooks of a function component: a list without names. */
export function eachHook(fiber: Fiber, visit: (hook: object) => void): void {
  if (readProperty(fiber, "tag") === CLASS) return;
  let hook = readProperty(fiber, "memoizedState");
  for (let i = 0; isObject(hook) && i < HOOKS; i++) {
    visit(hook);
    hook = readProperty(hook, "next");
  }
}
