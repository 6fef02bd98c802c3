// The state around an error: finds the store, and follows what changes in it.
import { STATE_SNAPSHOT_MS, STORE_SEARCHES } from "../../../generated/limits.js";
import { elapsed, setTimer } from "../../natives.js";
import type { Hooks } from "../../patch.js";
import type { Fiber } from "../react.js";
import { Changes } from "./changes.js";
import { findStore } from "./findStore.js";
import { snapshotJson } from "./snapshot.js";

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
    const endMs = elapsed() + STATE_SNAPSHOT_MS;
    const checkBudget = () => {
      if (elapsed() > endMs) throw overdue;
    };
    try {
      // One that was seen before may be out of sight, with the components that used it.
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
