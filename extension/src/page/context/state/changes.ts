// Which keys of a store have changed lately; it listens to one store at a time.
import { STATE_CHANGED_MS, STATE_KEYS } from "../../../generated/limits.js";
import {
  append,
  apply,
  mapClear,
  mapDelete,
  mapEntries,
  mapSet,
  mapSize,
  NativeMap,
  nextOfMap,
  now,
} from "../../natives.js";
import type { Hooks } from "../../patch.js";
import { type Entry, entriesOf, isRecord } from "./readState.js";
import type { Store } from "./store.js";

export class Changes {
  store: Store | null = null;
  private end: unknown;
  private last: unknown;
  private readonly changedMs = new NativeMap<string, number>();

  /** Makes the listener safe to hand to the page. */
  guard: Hooks["guard"] = (run) => run;

  watch(store: Store): void {
    if (this.store?.identity === store.identity) return;
    this.stop();
    this.store = store;
    if (!store.subscribe) return;
    this.last = store.read();
    const listener = this.guard(() => this.note(store.read()));
    this.end = apply(store.subscribe as never, store.identity, [() => listener(undefined)]);
  }

  stop(): void {
    this.store = null;
    this.last = undefined;
    if (typeof this.end === "function") apply(this.end as never, undefined, []);
    this.end = undefined;
    mapClear(this.changedMs);
  }

  /** The paths, the first to change first. */
  recent(): string[] {
    const paths: string[] = [];
    const entries = mapEntries(this.changedMs);
    for (let next = nextOfMap(entries); !next.done; next = nextOfMap(entries)) {
      if (now() - next.value[1] <= STATE_CHANGED_MS) append(paths, next.value[0]);
    }
    return paths;
  }

  private note(state: unknown): void {
    const before = this.last;
    this.last = state;
    if (before === state) return;
    this.compare("", before, state, true);
  }

  /** By identity: what Redux and Zustand change is replaced. */
  private compare(prefix: string, before: unknown, after: unknown, isTop: boolean): void {
    const old = entriesOf(before);
    const entries = entriesOf(after);
    for (let i = 0; i < entries.length; i++) {
      const { key, value } = entries[i] as Entry;
      const was = valueAt(old, key, i);
      if (was === value) continue;
      if (isTop && isRecord(value) && isRecord(was)) this.compare(`${key}.`, was, value, false);
      else this.mark(prefix + key);
    }
  }

  private mark(path: string): void {
    mapDelete(this.changedMs, path);
    const oldest = nextOfMap(mapEntries(this.changedMs));
    if (!oldest.done && mapSize(this.changedMs) >= STATE_KEYS) mapDelete(this.changedMs, oldest.value[0]);
    mapSet(this.changedMs, path, now());
  }
}

/** Usually at the same index. */
function valueAt(entries: readonly Entry[], key: string, index: number): unknown {
  if (entries[index]?.key === key) return entries[index].value;
  for (let i = 0; i < entries.length; i++) if (entries[i]?.key === key) return entries[i]?.value;
  return undefined;
}
