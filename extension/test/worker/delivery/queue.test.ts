// The worker's queue: order, bounds, repeats.
import { expect, test, vi } from "vitest";
import { Queue } from "../../../src/worker/delivery/queue.js";
import { entry } from "../fakes.js";

const seqs = (queue: Queue) => queue.all().map(({ parcel }) => parcel.seq);

test("parcels leave in the order in which they came", () => {
  const queue = new Queue();
  for (const seq of [0, 1, 2]) queue.add(entry(seq));
  expect(queue.first()?.parcel.seq).toBe(0);
  queue.remove(queue.first() ?? entry(9));
  expect(seqs(queue)).toEqual([1, 2]);
});

// SEND-04
test("a batch too many evicts the oldest", () => {
  const queue = new Queue({ batches: 2, chars: 1000 });
  queue.add(entry(0));
  queue.add(entry(1));
  expect(queue.add(entry(2)).map(({ parcel }) => parcel.seq)).toEqual([0]);
  expect(seqs(queue)).toEqual([1, 2]);
});

test("too many characters evict as many of the oldest as needed", () => {
  const queue = new Queue({ batches: 100, chars: 100 });
  for (const seq of [0, 1, 2]) queue.add(entry(seq, { events: "x".repeat(30) }));
  queue.add(entry(3, { events: "x".repeat(60) }));
  expect(seqs(queue)).toEqual([2, 3]);
});

test("one parcel that is larger than the bound is kept", () => {
  const queue = new Queue({ batches: 100, chars: 10 });
  expect(queue.add(entry(0, { events: "x".repeat(60) }))).toEqual([]);
  expect(seqs(queue)).toEqual([0]);
});

test("a parcel that was sent is not evicted, for the server may have it", () => {
  const queue = new Queue({ batches: 1, chars: 1000 });
  queue.add({ ...entry(0), isTried: true });
  queue.add(entry(1));
  queue.add(entry(2));
  expect(seqs(queue)).toEqual([0, 2]);
});

test("a parcel that is sent again is kept once and released to its newest port", () => {
  const queue = new Queue();
  const [before, now] = [vi.fn(), vi.fn()];
  queue.add(entry(0, {}, before));
  queue.add(entry(0, {}, now));
  expect(queue.batches).toBe(1);
  queue.first()?.release?.();
  expect([before.mock.calls.length, now.mock.calls.length]).toEqual([0, 1]);
});

test("a repeat of a stored parcel is released at once", () => {
  const queue = new Queue();
  queue.restore([{ ...entry(0), isSaved: true }]);
  const release = vi.fn();
  queue.add(entry(0, {}, release));
  expect(release).toHaveBeenCalledOnce();
});

test("what an earlier worker left, too, has to fit; its first may have been sent", () => {
  const queue = new Queue({ batches: 2, chars: 1000 });
  const evicted = queue.restore([4, 5, 6, 7].map((seq) => entry(seq)));
  expect(evicted.map(({ parcel }) => parcel.seq)).toEqual([5, 6]);
  expect(seqs(queue)).toEqual([4, 7]);
  expect(queue.events).toBe(2);
});
