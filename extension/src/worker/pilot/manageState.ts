// The command `manage_state`: save, load, list and delete; values stay in the browser.

import { URL_CHARS } from "../../generated/limits.js";
import type { Query } from "../../generated/wire.js";
import type { Settings } from "../../shared/settings.js";
import { capturedTab } from "../tabs/capturedTab.js";
import type { SeenTab } from "../tabs/chooseTab.js";
import { Failure } from "../tabs/failure.js";
import type { PilotParts } from "./pilotParts.js";
import {
  deleteSnapshot,
  findSnapshot,
  listSnapshots,
  type SnapshotLine,
  saveSnapshot,
} from "./savedStates.js";
import { readState } from "./siteState.js";
import type { Restored, StateLoads } from "./stateLoads.js";
import { whenLoaded } from "./whenLoaded.js";

const STATE_LOADED_MS = 5_000; // how long the saved address may take to load before the answer goes out

interface StateParams {
  action: "save" | "load" | "list" | "delete";
  snapshotName: string;
  includeUrl: boolean;
}

type StateAnswer =
  | { success: true; snapshot_name: string; size_bytes: number }
  | { success: true; snapshot_name: string; restored: Restored }
  | { success: true; snapshot_name: string }
  /** `half_loaded`: origins whose former state waits for one of their pages to be opened. */
  | { snapshots: SnapshotLine[]; half_loaded?: string[] };

export function manageState(
  query: Query,
  settings: Settings,
  signal: AbortSignal,
  { loads }: PilotParts,
): Promise<StateAnswer> {
  return loads.inTurn(() => {
    signal.throwIfAborted();
    return perform(query, settings, signal, loads);
  });
}

async function perform(
  query: Query,
  settings: Settings,
  signal: AbortSignal,
  loads: StateLoads,
): Promise<StateAnswer> {
  const params = query.params as unknown as StateParams;
  switch (params.action) {
    case "list":
      return list(loads);
    case "delete":
      await deleteSnapshot(params.snapshotName);
      return { success: true, snapshot_name: params.snapshotName };
    case "save":
      return save(await settledTab(query, settings, loads), params.snapshotName);
    case "load":
      return load(await settledTab(query, settings, loads), params, signal, loads);
    default:
      return params.action satisfies never;
  }
}

async function list(loads: StateLoads): Promise<StateAnswer> {
  const snapshots = await listSnapshots();
  const halfLoaded = loads.halfLoaded();
  return halfLoaded.length === 0 ? { snapshots } : { snapshots, half_loaded: halfLoaded };
}

/** A state that is half another one is neither saved nor kept as the former one. */
async function settledTab(query: Query, settings: Settings, loads: StateLoads): Promise<SeenTab> {
  const tab = await capturedTab(query, settings);
  await loads.settle(tab);
  return tab;
}

async function save(tab: SeenTab, name: string): Promise<StateAnswer> {
  const { origin } = new URL(tab.url);
  const timestamp = new Date().toISOString();
  const snapshot = { origin, url: tab.url.slice(0, URL_CHARS), timestamp, ...(await readState(tab)) };
  return { success: true, snapshot_name: name, size_bytes: await saveSnapshot(name, snapshot) };
}

async function load(
  tab: SeenTab,
  { snapshotName, includeUrl }: StateParams,
  signal: AbortSignal,
  loads: StateLoads,
): Promise<StateAnswer> {
  const snapshot = await findSnapshot(snapshotName);
  const { origin } = new URL(tab.url);
  if (snapshot.origin !== origin) throw otherOrigin(snapshot.origin, origin);
  const restored = await loads.replace(tab, snapshot, signal);
  signal.throwIfAborted();
  if (includeUrl) await open(tab, snapshot.url);
  return { success: true, snapshot_name: snapshotName, restored };
}

/** Always reloads, so that the page starts with the state. */
async function open(tab: SeenTab, url: string): Promise<void> {
  await whenLoaded(tab.id, STATE_LOADED_MS, async () => {
    if (url !== tab.url) await chrome.tabs.update(tab.id, { url });
    if (withoutHash(url) === withoutHash(tab.url)) await chrome.tabs.reload(tab.id);
  });
}

function withoutHash(url: string): string {
  return url.replace(/#.*$/s, "");
}

function otherOrigin(saved: string, here: string): Failure {
  return new Failure(
    "snapshot_of_another_origin",
    `That state was saved on ${saved}, but the tab is on ${here}.`,
    "Open the page it was saved on, or pass the tab_id of a tab that shows it.",
  );
}
