// The saved states in chrome.storage.local: by name, bounded in number and size.
import { Failure } from "../tabs/failure.js";
import type { SiteState } from "./siteState.js";

const MAX_SAVED_STATES = 50;
// Chrome.storage.local holds 10 MB; a state that is being replaced has its place, too
const SNAPSHOTS_CHARS = 6 * 1024 * 1024;

/** The key in `storage.local`. */
const KEY = "gasoline_snapshots";

export interface Snapshot extends SiteState {
  origin: string;
  url: string;
  timestamp: string;
}

/** A line of the list. */
export interface SnapshotLine {
  name: string;
  url: string;
  timestamp: string;
  size_bytes: number;
}

export async function saveSnapshot(name: string, snapshot: Snapshot): Promise<number> {
  const others = (await readAll()).filter(([known]) => known !== name);
  if (others.length >= MAX_SAVED_STATES) throw full(`There are already ${MAX_SAVED_STATES} saved states.`);
  const all = [...others, [name, snapshot] as const];
  if (JSON.stringify(all).length > SNAPSHOTS_CHARS) {
    throw full(`The saved states together would be larger than ${SNAPSHOTS_CHARS} characters.`);
  }
  await chrome.storage.local.set({ [KEY]: Object.fromEntries(all) });
  return sizeOf(snapshot);
}

export async function findSnapshot(name: string): Promise<Snapshot> {
  const all = await readAll();
  const found = all.find(([known]) => known === name);
  if (found === undefined) throw notFound(name);
  return found[1];
}

export async function listSnapshots(): Promise<SnapshotLine[]> {
  const all = await readAll();
  return all.map(([name, snapshot]) => ({
    name,
    url: snapshot.url,
    timestamp: snapshot.timestamp,
    size_bytes: sizeOf(snapshot),
  }));
}

export async function deleteSnapshot(name: string): Promise<void> {
  const all = await readAll();
  const others = all.filter(([known]) => known !== name);
  if (others.length === all.length) throw notFound(name);
  await chrome.storage.local.set({ [KEY]: Object.fromEntries(others) });
}

async function readAll(): Promise<[string, Snapshot][]> {
  const { [KEY]: stored } = await chrome.storage.local.get(KEY);
  return Object.entries((stored ?? {}) as Record<string, Snapshot>);
}

function sizeOf(snapshot: Snapshot): number {
  return new TextEncoder().encode(JSON.stringify(snapshot)).length;
}

function full(message: string): Failure {
  return new Failure("snapshots_full", message, "Delete one with action=delete_state, then save again.");
}

function notFound(name: string): Failure {
  return new Failure(
    "snapshot_not_found",
    `There is no saved state ${JSON.stringify(name)}.`,
    "action=list_states lists the names.",
  );
}
