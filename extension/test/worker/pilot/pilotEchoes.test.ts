// The pilot switch over a slow storage: what popup and worker write comes back as late events.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PILOT_ECHO_MS, PilotSwitch } from "../../../src/worker/pilot/pilotSwitch.js";
import { FakeArea } from "../fakes.js";

const KEY = "aiWebPilotEnabled";
const GAP_MS = 10;
const EVENT_MS = 40;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A write lands after its delay, and the worker is notified of a change some time later. */
class SlowArea extends FakeArea {
  /** What the next writes take; the last one stays. */
  delays = [0];
  onChanged: () => void = () => undefined;

  override async set(items: Record<string, unknown>): Promise<void> {
    await pause(this.delays.length > 1 ? (this.delays.shift() ?? 0) : (this.delays[0] ?? 0));
    const before = this.data[KEY];
    await super.set(items);
    if (this.data[KEY] !== before) setTimeout(this.onChanged, EVENT_MS);
  }
}

let areas: Record<"sync" | "local" | "session", SlowArea>;
let pilot: PilotSwitch;
let told: boolean[];

beforeEach(async () => {
  vi.useFakeTimers();
  areas = { sync: new SlowArea(), local: new SlowArea(), session: new SlowArea() };
  for (const area of Object.values(areas)) area.data[KEY] = false;
  vi.stubGlobal("chrome", { storage: areas });
  told = [];
  pilot = new PilotSwitch((enabled) => told.push(enabled));
  await pilot.repair();
  areas.sync.onChanged = () => void pilot.synced();
});

afterEach(() => {
  vi.useRealTimers();
});

const slow = (...delays: number[]) => {
  for (const area of Object.values(areas)) area.delays = [...delays];
};
const state = () => [pilot.enabled, ...Object.values(areas).map((area) => area.data[KEY])];

/** As the popup does it: all areas, then the message. */
async function moveInPopup(...moves: boolean[]): Promise<void> {
  for (const enabled of moves) {
    for (const area of Object.values(areas)) void area.set({ [KEY]: enabled });
    void pilot.set(enabled);
    await vi.advanceTimersByTimeAsync(GAP_MS);
  }
}

/** Until nothing is under way any more; a switch that moves by itself never gets there. */
const settle = () => vi.runAllTimersAsync();

test.each([30, 80, 150])(
  "off, on, off ends off while writes take %d ms, with at most two writes for each move",
  async (ms) => {
    slow(ms);
    await moveInPopup(true, false);
    await settle();
    expect(state()).toEqual([false, false, false, false]);
    expect(told).toEqual([true, false]);
    expect(areas.sync.writes).toBeLessThanOrEqual(4);
  },
);

test("many quick moves end with the last one", async () => {
  slow(150, 30, 90, 60);
  await moveInPopup(true, false, true, false, true, false, true);
  await settle();
  expect(pilot.enabled).toBe(true);
  expect(areas.sync.data[KEY]).toBe(true);
  expect(told).toEqual([true, false, true, false, true, false, true]);
});

test("a write of an earlier move that lands last is written over once", async () => {
  // The popup's first write is the slow one.
  areas.sync.delays = [500, 30];
  await moveInPopup(true, false);
  await settle();
  expect(state()).toEqual([false, false, false, false]);
  expect(told).toEqual([true, false]);
  expect(areas.sync.writes).toBeLessThanOrEqual(5);
});

test("a popup's write that arrives before its message moves the switch once", async () => {
  slow(30);
  void areas.sync.set({ [KEY]: true });
  await settle();
  void pilot.set(true);
  await settle();
  expect(state()).toEqual([true, true, true, true]);
  expect(told).toEqual([true]);
});

test("another browser's move right after one here is followed", async () => {
  slow(30);
  await moveInPopup(true);
  await settle();
  void areas.sync.set({ [KEY]: false });
  await settle();
  expect(state()).toEqual([false, false, false, false]);
  expect(areas.sync.writes).toBeLessThanOrEqual(3);
});

test("another browser's move counts again when this one's are long past", async () => {
  slow(30);
  await moveInPopup(true, false);
  await settle();
  await vi.advanceTimersByTimeAsync(PILOT_ECHO_MS);
  void areas.sync.set({ [KEY]: true });
  await settle();
  expect(state()).toEqual([true, true, true, true]);
  expect(told).toEqual([true, false, true]);
});

test("a move here while another browser's is being read wins", async () => {
  slow(30);
  areas.sync.data[KEY] = true;
  const read = pilot.synced();
  void pilot.set(false);
  await settle();
  await read;
  expect(state()).toEqual([false, false, false, false]);
  expect(told).toEqual([]);
});
