// Tracks which keys of a store changed recently; subscribes to one store at a time.
import {
  append,
  apply,
  deref,
  itemAt,
  mapClear,
  mapDelete,
  mapEntries,
  mapSet,
  mapSize,
  NativeMap,
  NativeWeakRef,
  nextOfMap,
  now,
  weakMap,
} from "../../core/natives.js";
import type { Hooks } from "../../core/patch.js";
import { type Entry, entriesOf, isRecord, MAX_STATE_KEYS } from "./readState.js";
import type { Store } from "./store.js";

const STATE_CHANGED_MS = 2_000; // ERR-14: recently changed

/** What is known of a store for as long as the page has it. */
interface Watched {
  store: Store;
  /** Its state when it was last looked at. */
  last: unknown;
  /** What `subscribe` returned. */
  end: unknown;
}

export class Changes {
  /** Weak, as all of this: a store that the page has replaced must not live on because of us. */
  private identity: WeakRef<object> | null = null;
  private readonly watched = weakMap<Watched>();
  private readonly changedMs = new NativeMap<string, number>();

  /** Makes the listener safe to hand to the page. */
  guard: Hooks["guard"] = (run) => run;

  /** The one it listens to, while the page has it. */
  get store(): Store | undefined {
    return this.current()?.store;
  }

  watch(store: Store): void {
    if (this.store?.identity === store.identity) return;
    this.stop();
    const watched: Watched = { store, last: undefined, end: undefined };
    this.identity = new NativeWeakRef(store.identity);
    this.watched.set(store.identity, watched);
    if (!store.subscribe) return;
    watched.last = store.read();
    const listener = this.guard(() => this.note(watched));
    watched.end = apply(store.subscribe as never, store.identity, [() => listener(undefined)]);
  }

  stop(): void {
    const end = this.current()?.end;
    this.identity = null;
    mapClear(this.changedMs);
    if (typeof end === "function") apply(end as never, undefined, []);
  }

  private current(): Watched | undefined {
    const identity = this.identity && deref(this.identity);
    return identity ? this.watched.get(identity) : undefined;
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

  private note(watched: Watched): void {
    const before = watched.last;
    const state = watched.store.read();
    watched.last = state;
    if (before === state) return;
    this.compare("", before, state, true);
  }

  /** Compares by identity, because Redux and Zustand replace what they change. */
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
    if (!oldest.done && mapSize(this.changedMs) >= MAX_STATE_KEYS) mapDelete(this.changedMs, oldest.value[0]);
    mapSet(this.changedMs, path, now());
  }
}

/** Usually at the same index. */
function valueAt(entries: readonly Entry[], key: string, index: number): unknown {
  const same = itemAt(entries, index);
  if (same?.key === key) return same.value;
  for (let i = 0; i < entries.length; i++) if (entries[i]?.key === key) return entries[i]?.value;
  return undefined;
}
