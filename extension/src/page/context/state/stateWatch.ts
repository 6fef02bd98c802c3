// The state around an error: finds the store, and follows what changes in it.
import { setTimer } from "../../core/natives.js";
import type { Hooks } from "../../core/patch.js";
import { Deadline } from "../deadline.js";
import { findMounted } from "../mounted.js";
import { type Fiber, rootOf } from "../reactNodes.js";
import { Changes } from "./changes.js";
import { contextsInReact, storeInReact } from "./reactStores.js";
import { MAX_STATE_KEYS } from "./readState.js";
import { snapshotJson } from "./snapshot.js";
import type { Store } from "./store.js";
import { pinia } from "./vueStores.js";
import { storeOnWindow, svelteStores } from "./windowStores.js";

export const STATE_SNAPSHOT_MS = 100; // ERR-15: the state is skipped

/** One for each of its keys, when the values are chosen and when the keys are written. */
const SNAPSHOT_STEPS = 2 * MAX_STATE_KEYS + 1;
const STORE_SEARCHES = 5; // how often a page is searched for a store before its first error

const overdue = new Error("The state takes too long to read.");

export class StateWatch {
  private readonly changes = new Changes();
  private searchesLeft = STORE_SEARCHES;

  /** While the page is used, so that by the time of an error it is known what has changed before. */
  look({ guard }: Hooks): void {
    this.changes.guard = guard;
    if (this.searchesLeft <= 0) return;
    this.searchesLeft--;
    setTimer(guard(() => this.search()) as () => void, 0);
  }

  /** A comma and the field, or nothing. */
  field(message: string, fiber: Fiber | undefined): string {
    const deadline = new Deadline(SNAPSHOT_STEPS, STATE_SNAPSHOT_MS, 1);
    const checkBudget = () => {
      if (deadline.isOver()) throw overdue;
    };
    try {
      // An earlier store may be unreachable now, with the components that used it.
      const store = findStore(fiber) ?? this.changes.store;
      if (!store) return "";
      this.changes.watch(store);
      const json = snapshotJson(store.source, store.read(), message, this.changes.recent(), checkBudget);
      return `,"_stateSnapshot":${json}`;
    } catch {
      // The store is the page's: it may throw, or take longer than its time.
      return "";
    }
  }

  stop(): void {
    this.searchesLeft = STORE_SEARCHES;
    this.changes.stop();
  }

  private search(): void {
    try {
      const store = findStore();
      if (!store) return;
      this.searchesLeft = 0;
      this.changes.watch(store);
    } catch {
      // As above.
    }
  }
}

/** What components use comes before what lies on the window: the window may be another application's. */
function findStore(fiber?: Fiber): Store | undefined {
  return (
    storeInReact(fiber, findMounted(rootOf)) ??
    pinia() ??
    storeOnWindow() ??
    svelteStores() ??
    (fiber && contextsInReact(fiber))
  );
}
