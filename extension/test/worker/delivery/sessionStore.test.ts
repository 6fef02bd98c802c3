// The session store: what one worker saved, the next one finds in the same order.
import { expect, test } from "vitest";
import { type Counts, SessionStore } from "../../../src/worker/delivery/sessionStore.js";
import { entry, FakeArea } from "../fakes.js";

const COUNTS: Counts = { total: {}, unreported: {}, tabs: [], droppedKeys: [] };

test("the next worker finds the parcels in order, and appends after them", async () => {
  const area = new FakeArea();
  await new SessionStore(area.asArea()).save([entry(2), entry(10), entry(3)], COUNTS);
  const second = new SessionStore(area.asArea());
  await second.load();
  await second.save([entry(1)], COUNTS);
  const { entries } = await new SessionStore(area.asArea()).load();
  expect(entries.map(({ parcel }) => parcel.seq)).toEqual([2, 10, 3, 1]);
  expect(entries.every(({ isSaved, tabId }) => isSaved && tabId === 7)).toBe(true);
});

test("a parcel that is saved again keeps its place", async () => {
  const area = new FakeArea();
  const store = new SessionStore(area.asArea());
  const first = entry(5);
  await store.save([first, entry(6)], COUNTS);
  await store.save([first], COUNTS);
  expect((await store.load()).entries.map(({ parcel }) => parcel.seq)).toEqual([5, 6]);
});

test("a removed parcel is gone, and other keys of the storage stay", async () => {
  const area = new FakeArea();
  area.data = { other: 1 };
  const store = new SessionStore(area.asArea());
  await store.save([entry(0), entry(1)], COUNTS);
  await store.remove(["doc/0"]);
  expect(Object.keys(area.data)).toEqual(["other", "parcel/doc/1", "counts"]);
});

test("a copy of a parcel that is counted as dropped does not come back", async () => {
  const area = new FakeArea();
  await new SessionStore(area.asArea()).save([entry(0), entry(1)], { ...COUNTS, droppedKeys: ["doc/0"] });
  const { entries } = await new SessionStore(area.asArea()).load();
  expect(entries.map(({ parcel }) => parcel.seq)).toEqual([1]);
  expect(Object.keys(area.data)).not.toContain("parcel/doc/0");
});
