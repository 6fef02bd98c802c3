// The vault: what one worker stored, the next one finds in the same order.
import { expect, test } from "vitest";
import { Vault } from "../../src/worker/vault.js";
import { entry, FakeArea } from "./fakes.js";

test("the next worker finds the parcels in order, and appends after them", async () => {
  const area = new FakeArea();
  await new Vault(area.asArea()).store([entry(2), entry(10), entry(3)]);
  const second = new Vault(area.asArea());
  await second.load();
  await second.store([entry(1)]);
  const found = await new Vault(area.asArea()).load();
  expect(found.map(({ parcel }) => parcel.seq)).toEqual([2, 10, 3, 1]);
  expect(found.every(({ stored, tabId }) => stored && tabId === 7)).toBe(true);
});

test("what is forgotten is gone, and other keys of the storage stay", async () => {
  const area = new FakeArea();
  area.data = { counts: 1 };
  const vault = new Vault(area.asArea());
  await vault.store([entry(0), entry(1)]);
  await vault.forget([entry(0)]);
  expect(Object.keys(area.data)).toEqual(["counts", "parcel/doc/1"]);
});
