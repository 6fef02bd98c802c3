// While a worker starts, parcels of a page wait for different things and still keep their order.
import { expect, test } from "vitest";
import type { Parcel } from "../../../src/shared/messages.js";
import { deferred } from "../../../src/worker/deferred.js";
import { Arrivals } from "../../../src/worker/delivery/arrivals.js";
import type { Page } from "../../../src/worker/pages.js";
import { parcel } from "../fakes.js";

const RECEIPT = { release: () => undefined, maybeDelivered: false };

function starting() {
  const restored = deferred<void>();
  const ready = deferred<void>();
  const accepted: number[] = [];
  const accept = (_: Page, { seq }: Parcel) => void accepted.push(seq);
  const parts = { restored: restored.promise, ready: ready.promise, accept, acceptEarly: accept };
  return { restored, ready, accepted, arrivals: new Arrivals(parts) };
}

test("no parcel of a page overtakes one that came before the settings were known", async () => {
  const { restored, ready, accepted, arrivals } = starting();
  const page = {} as Page;
  arrivals.add(page, parcel(1, { early: true }), RECEIPT);
  arrivals.add(page, parcel(2), RECEIPT);
  restored.resolve();
  await restored.promise;
  expect(accepted).toEqual([]);
  ready.resolve();
  await ready.promise;
  expect(accepted).toEqual([1, 2]);
});

test("a page that knows the settings waits for the earlier worker's parcels only", async () => {
  const { restored, accepted, arrivals } = starting();
  arrivals.add({} as Page, parcel(1, { early: true }), RECEIPT);
  arrivals.add({} as Page, parcel(7), RECEIPT);
  restored.resolve();
  await restored.promise;
  expect(accepted).toEqual([7]);
});
