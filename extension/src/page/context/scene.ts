// What was there when an error happened, as the page had it: for a part that comes later and describes it.
import { append, hasOwn, mapGet, mapSet, NativeMap } from "../core/natives.js";
import { isObject, readProperty } from "../core/readSafely.js";
import {
  ancestryDeadline,
  COMPONENT_HOPS,
  COMPONENT_WALK_MS,
  Deadline,
  MAX_COMPONENT_NODES,
} from "./deadline.js";
import { findMounted } from "./mounted.js";
import { parentOf } from "./parentOf.js";
import { type Fiber, fiberOf, rootOf } from "./reactNodes.js";

export interface Scene {
  /** Elements that the error may have to do with, best first. */
  candidates: readonly Node[];
  /** Copies of React's fibers: the nearest to a candidate, and the root. React changes its own with the next render. */
  fiber: Fiber | undefined;
  root: Fiber | undefined;
}

type Copy = Record<string, unknown>;

const FIELDS = [
  "tag",
  "type",
  "elementType",
  "memoizedProps",
  "memoizedState",
  "stateNode",
  "flags",
  "effectTag",
];
const LINKS = ["return", "child", "sibling", "alternate"];
/** Only React 17 and older have it: its presence says what the flags mean. */
const OLD = "nextEffect";

export function takeScene(candidates: readonly Node[]): Scene {
  const copies = new Copies();
  const nearest = nearestFiber(candidates);
  const fiber = copies.of(nearest);
  const root = copies.of(findMounted(rootOf));
  copies.fillParents(nearest);
  copies.fillRest();
  return { candidates, fiber, root };
}

function nearestFiber(candidates: readonly Node[]): Fiber | undefined {
  for (let i = 0; i < candidates.length; i++) {
    let node: Node | null = candidates[i] as Node;
    for (let hops = 0; node !== null && hops < COMPONENT_HOPS; hops++) {
      const fiber = fiberOf(node);
      if (fiber) return fiber;
      node = parentOf(node);
    }
  }
  return undefined;
}

/** The fibers that can be reached from some, linked as the originals are. */
class Copies {
  private readonly copies = new NativeMap<object, Copy>();
  private readonly originals: object[] = [];

  of(original: unknown): Copy | undefined {
    if (!isObject(original)) return undefined;
    const known = mapGet(this.copies, original);
    if (known) return known;
    const copy = { __proto__: null } as unknown as Copy;
    mapSet(this.copies, original, copy);
    append(this.originals, original);
    return copy;
  }

  /** The way up from one of them: it is what every error needs, and short. */
  fillParents(nearest: unknown): void {
    const deadline = ancestryDeadline();
    let each = nearest;
    for (let hops = 0; isObject(each) && hops < COMPONENT_HOPS && !deadline.isOver(); hops++) {
      this.fill(each);
      each = readProperty(each, "return");
    }
  }

  /** A step without time left stays empty. */
  fillRest(): void {
    const deadline = new Deadline(MAX_COMPONENT_NODES, COMPONENT_WALK_MS);
    for (let i = 0; i < this.originals.length && !deadline.isOver(); i++)
      this.fill(this.originals[i] as object);
  }

  private fill(original: object): void {
    const copy = mapGet(this.copies, original);
    if (copy === undefined || hasOwn(copy, "tag")) return;
    for (let i = 0; i < FIELDS.length; i++) {
      const field = FIELDS[i] as string;
      copy[field] = readProperty(original, field);
    }
    for (let i = 0; i < LINKS.length; i++) {
      const link = LINKS[i] as string;
      copy[link] = this.of(readProperty(original, link));
    }
    if (hasOwn(original, OLD)) copy[OLD] = null;
  }
}
