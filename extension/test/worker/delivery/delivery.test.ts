// Delivery: what each answer of the server does to the queue, and what is safe when.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Delivery } from "../../../src/worker/delivery/delivery.js";
import { DropCounts } from "../../../src/worker/delivery/dropCounts.js";
import { PersistenceScheduler } from "../../../src/worker/delivery/persistenceScheduler.js";
import type { Outcome } from "../../../src/worker/delivery/post.js";
import { Queue } from "../../../src/worker/delivery/queue.js";
import { SessionStore } from "../../../src/worker/delivery/sessionStore.js";
import { ErrorCounts } from "../../../src/worker/errorCounts.js";
import type { Server } from "../../../src/worker/server/server.js";
import { FakeArea, parcel } from "../fakes.js";

/** What comes with a parcel of a page. */
const receipt = (release: () => void = () => undefined) => ({ release, maybeDelivered: false });

const OK: Outcome = { kind: "acknowledged" };

function setUp(answers: Outcome[] = []) {
  const area = new FakeArea();
  const server = { verified: true } as Server;
  const queue = new Queue();
  const drops = new DropCounts(() => undefined);
  const persistence = new PersistenceScheduler({
    queue,
    store: new SessionStore(area.asArea()),
    drops,
    errors: new ErrorCounts(() => undefined),
    isOnline: () => server.verified,
  });
  const sent: { seq: number; dropped: unknown }[] = [];
  const onTrouble = vi.fn(() => {
    server.verified = false;
  });
  const send = async (
    _server: Server,
    _tabId: number,
    { seq, dropped }: { seq: number; dropped?: unknown },
  ) => {
    sent.push({ seq, dropped });
    return answers.shift() ?? OK;
  };
  const delivery = new Delivery({ queue, persistence, drops, server, onTrouble, send });
  return { area, server, queue, drops, sent, onTrouble, delivery };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an acknowledged parcel is released without a write to the storage", async () => {
  const { delivery, area, queue } = setUp();
  const release = vi.fn();
  delivery.accept(7, parcel(0), receipt(release));
  await vi.advanceTimersByTimeAsync(1000);
  expect(release).toHaveBeenCalledOnce();
  expect([area.writes, queue.batches]).toEqual([0, 0]);
});

test("without a server a parcel is released when it is stored, not before", async () => {
  const { delivery, server, area } = setUp();
  server.verified = false;
  const release = vi.fn();
  delivery.accept(7, parcel(0), receipt(release));
  await vi.advanceTimersByTimeAsync(10);
  expect(release).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(release).toHaveBeenCalledOnce();
  expect(Object.keys(area.data)).toEqual(["parcel/doc/0", "counts"]);
});

test("a burst without a server is one write", async () => {
  const { delivery, server, area } = setUp();
  server.verified = false;
  for (let seq = 0; seq < 300; seq += 1) delivery.accept(7, parcel(seq), receipt());
  await vi.advanceTimersByTimeAsync(100);
  expect(area.writes).toBe(1);
});

test("a full storage releases nothing, so that the page keeps its copy", async () => {
  const { delivery, server, area } = setUp();
  server.verified = false;
  area.failing = true;
  const release = vi.fn();
  delivery.accept(7, parcel(0), receipt(release));
  await vi.advanceTimersByTimeAsync(500);
  expect(release).not.toHaveBeenCalled();
  area.failing = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(release).toHaveBeenCalledOnce();
});

test("a stored parcel leaves the storage after its acknowledgement", async () => {
  const { delivery, server, area } = setUp();
  server.verified = false;
  delivery.accept(7, parcel(0), receipt());
  await vi.advanceTimersByTimeAsync(100);
  server.verified = true;
  await delivery.run();
  await vi.advanceTimersByTimeAsync(200);
  expect(Object.keys(area.data)).toEqual(["counts"]);
});

test("what the server rejects is dropped, counted, and reported with the next parcel", async () => {
  const { delivery, drops, sent } = setUp([{ kind: "rejected" }]);
  delivery.accept(7, parcel(0, { count: 12, dropped: { page: 3 } }), receipt());
  await vi.advanceTimersByTimeAsync(1);
  delivery.accept(7, parcel(1), receipt());
  await vi.advanceTimersByTimeAsync(1);
  expect(drops.total).toEqual({ page: 3, rejected_by_server: 12 });
  expect(sent.at(-1)).toEqual({ seq: 1, dropped: { page: 3, rejected_by_server: 12 } });
});

test("a failure keeps the parcel and asks for a new connection", async () => {
  const { delivery, queue, onTrouble, server, sent } = setUp([{ kind: "failed", reason: "gone" }]);
  delivery.accept(7, parcel(0), receipt());
  delivery.accept(7, parcel(1), receipt());
  await vi.advanceTimersByTimeAsync(1);
  expect([onTrouble.mock.calls.length, queue.batches]).toEqual([1, 2]);
  server.verified = true;
  await delivery.run();
  expect(sent.map(({ seq }) => seq)).toEqual([0, 0, 1]);
});

test("a busy server is asked again after the time it named", async () => {
  const { delivery, sent, queue } = setUp([{ kind: "busy", waitMs: 2000 }]);
  delivery.accept(7, parcel(0), receipt());
  await vi.advanceTimersByTimeAsync(1900);
  delivery.accept(7, parcel(1), receipt());
  expect(sent.length).toBe(1);
  await vi.advanceTimersByTimeAsync(200);
  expect([sent.length, queue.batches]).toEqual([3, 0]);
});

test("a server in trouble is asked again, ever later", async () => {
  const { delivery, sent } = setUp([{ kind: "server_error" }, { kind: "server_error" }]);
  delivery.accept(7, parcel(0), receipt());
  await vi.advanceTimersByTimeAsync(260);
  expect(sent.length).toBe(2);
  await vi.advanceTimersByTimeAsync(400);
  expect(sent.length).toBe(2);
  await vi.advanceTimersByTimeAsync(200);
  expect(sent.length).toBe(3);
});

test("waiting for the queue ends at the deadline", async () => {
  const { delivery, server, queue } = setUp();
  server.verified = false;
  delivery.accept(7, parcel(0), receipt());
  const waiting = delivery.settled(queue.all(), 40);
  await vi.advanceTimersByTimeAsync(41);
  await waiting;
  expect(queue.batches).toBe(1);
});

test("clearing discards what waits and releases the pages", async () => {
  const { delivery, server, queue } = setUp();
  server.verified = false;
  const release = vi.fn();
  delivery.accept(7, parcel(0), receipt(release));
  delivery.discard();
  expect([queue.batches, release.mock.calls.length]).toEqual([0, 1]);
});
