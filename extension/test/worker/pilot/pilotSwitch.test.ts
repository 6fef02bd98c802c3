// The pilot switch: three storage areas, sync wins, one truth for popup and server.
import { beforeEach, expect, test, vi } from "vitest";
import { PilotSwitch } from "../../../src/worker/pilot/pilotSwitch.js";
import { FakeArea } from "../fakes.js";

const KEY = "aiWebPilotEnabled";
let areas: Record<"sync" | "local" | "session", FakeArea>;

beforeEach(() => {
  areas = { sync: new FakeArea(), local: new FakeArea(), session: new FakeArea() };
  vi.stubGlobal("chrome", { storage: areas });
});

const stored = () => [areas.sync.data[KEY], areas.local.data[KEY], areas.session.data[KEY]];

test("it is off when nothing is stored, and nothing is written", async () => {
  const pilot = new PilotSwitch(() => undefined);
  await pilot.repair();
  expect([pilot.enabled, ...stored()]).toEqual([false, undefined, undefined, undefined]);
});

test("at the start sync overwrites the others", async () => {
  areas.sync.data[KEY] = true;
  areas.local.data[KEY] = false;
  const pilot = new PilotSwitch(() => undefined);
  await pilot.repair();
  expect([pilot.enabled, ...stored()]).toEqual([true, true, true, true]);
});

test("without sync the local value counts", async () => {
  areas.local.data[KEY] = true;
  areas.session.data[KEY] = false;
  const pilot = new PilotSwitch(() => undefined);
  await pilot.repair();
  expect([pilot.enabled, ...stored()]).toEqual([true, true, true, true]);
});

test("a move is known at once, written to all areas and reported once", async () => {
  const told = vi.fn();
  const pilot = new PilotSwitch(told);
  const move = pilot.set(true);
  expect(pilot.enabled).toBe(true);
  await move;
  expect(stored()).toEqual([true, true, true]);
  expect(told.mock.calls).toEqual([[true]]);
});

test("an area that has the value already is not written again", async () => {
  areas.sync.data[KEY] = true;
  await new PilotSwitch(() => undefined).set(true);
  expect(Object.values(areas).map((area) => area.writes)).toEqual([0, 1, 1]);
});

test("of quick moves the last one stays", async () => {
  const pilot = new PilotSwitch(() => undefined);
  await Promise.all([pilot.set(true), pilot.set(false), pilot.set(true), pilot.set(false)]);
  expect([pilot.enabled, ...stored()]).toEqual([false, false, false, false]);
});

test("a value that is not a boolean is ignored", async () => {
  areas.sync.data[KEY] = "yes";
  const pilot = new PilotSwitch(() => undefined);
  await pilot.repair();
  expect(pilot.enabled).toBe(false);
});

test("an area that refuses a write keeps neither the others nor later writes from theirs", async () => {
  const pilot = new PilotSwitch(() => undefined);
  areas.sync.failing = true;
  await pilot.set(true);
  expect([pilot.enabled, ...stored()]).toEqual([true, undefined, true, true]);
  areas.sync.failing = false;
  await pilot.set(false);
  expect([pilot.enabled, ...stored()]).toEqual([false, false, false, false]);
});

test("after a refused write what another browser moves is still followed", async () => {
  const pilot = new PilotSwitch(() => undefined);
  areas.sync.failing = true;
  await pilot.set(true);
  areas.sync.failing = false;
  areas.sync.data[KEY] = false;
  await pilot.synced();
  expect([pilot.enabled, ...stored()]).toEqual([false, false, false, false]);
});

test("a move in another browser is adopted and reported, but not written to sync again", async () => {
  const told = vi.fn();
  const pilot = new PilotSwitch(told);
  areas.sync.data[KEY] = true;
  await pilot.synced();
  expect([pilot.enabled, ...stored()]).toEqual([true, true, true, true]);
  expect(told.mock.calls).toEqual([[true]]);
  expect(areas.sync.writes).toBe(0);
});

test("a storage that cannot be read leaves the switch as it is, and movable", async () => {
  const pilot = new PilotSwitch(() => undefined);
  await pilot.set(true);
  vi.spyOn(areas.sync, "get").mockRejectedValueOnce(new Error("closed"));
  await pilot.synced();
  expect(pilot.enabled).toBe(true);
  await pilot.set(false);
  expect([pilot.enabled, ...stored()]).toEqual([false, false, false, false]);
});

/** Sync has "on" and refuses the "off" that follows. */
async function refusedOff(): Promise<PilotSwitch> {
  const pilot = new PilotSwitch(() => undefined);
  await pilot.set(true);
  areas.sync.failing = true;
  await pilot.set(false);
  expect([pilot.enabled, ...stored()]).toEqual([false, true, false, false]);
  return pilot;
}

test("an off that sync refused is off for the next worker, which brings it there", async () => {
  await refusedOff();
  areas.session.data = {};
  const told = vi.fn();
  const stillRefused = new PilotSwitch(told);
  await stillRefused.repair();
  areas.sync.failing = false;
  const next = new PilotSwitch(told);
  await next.repair();
  expect([stillRefused.enabled, next.enabled, ...stored()]).toEqual([false, false, false, false, false]);
  expect(told).not.toHaveBeenCalled();
});

test("an off that sync refused is not undone by a late event of the on before it", async () => {
  await refusedOff();
  const next = new PilotSwitch(() => undefined);
  await next.repair();
  await next.synced();
  expect(next.enabled).toBe(false);
  areas.sync.failing = false;
  await next.synced();
  expect([next.enabled, ...stored()]).toEqual([false, false, false, false]);
});

test("an off that sync refused is brought there later, and then another browser's on counts again", async () => {
  const pilot = await refusedOff();
  areas.sync.failing = false;
  await pilot.settle();
  expect(stored()).toEqual([false, false, false]);
  areas.sync.data[KEY] = true;
  const next = new PilotSwitch(() => undefined);
  await next.repair();
  expect([next.enabled, ...stored()]).toEqual([true, true, true, true]);
});

test("a worker that dies before the off reached sync leaves it off", async () => {
  await new PilotSwitch(() => undefined).set(true);
  vi.spyOn(areas.sync, "set").mockReturnValueOnce(new Promise(() => undefined));
  void new PilotSwitch(() => undefined).set(false);
  await vi.waitFor(() => expect(areas.local.data[KEY]).toBe(false));
  const next = new PilotSwitch(() => undefined);
  await next.repair();
  expect([next.enabled, ...stored()]).toEqual([false, false, false, false]);
});

test("an on after a refused off is on", async () => {
  const pilot = await refusedOff();
  await pilot.set(true);
  const next = new PilotSwitch(() => undefined);
  await next.repair();
  expect([next.enabled, ...stored()]).toEqual([true, true, true, true]);
});
