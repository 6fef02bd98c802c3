// The saved states in chrome.storage.local: by name, bounded in number and size.
import { SAVED_STATES, SNAPSHOTS_CHARS } from "../../generated/limits.js";
import { Failure } from "../failure.js";
import type { SiteState } from "./siteState.js";

/** The specification's key. */
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
  if (others.length >= SAVED_STATES) throw full(`There are ${SAVED_STATES} saved states already.`);
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
    "action=list_states has the names.",
  );
}
