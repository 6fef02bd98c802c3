// The worker dies at every stage: each event is delivered once or counted as dropped once.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Dropped, Parcel } from "../../../src/shared/messages.js";
import { Delivery } from "../../../src/worker/delivery/delivery.js";
import { DropCounts } from "../../../src/worker/delivery/dropCounts.js";
import { PersistenceScheduler } from "../../../src/worker/delivery/persistenceScheduler.js";
import type { Outcome } from "../../../src/worker/delivery/post.js";
import { keyOf, Queue } from "../../../src/worker/delivery/queue.js";
import { SessionStore } from "../../../src/worker/delivery/sessionStore.js";
import { ErrorCounts } from "../../../src/worker/errorCounts.js";
import type { Server } from "../../../src/worker/server/server.js";
import { FakeArea, parcel } from "../fakes.js";

const PARCELS = 9;
/** The server never takes this one. */
const REJECTED_SEQ = 5;
/** Of this one the first answer gets lost. */
const UNANSWERED_SEQ = 7;
const NEVER = new Promise<never>(() => undefined);

/** Everything that outlives a worker: the browser's storage, the page, the server. */
class World {
  readonly area = new FakeArea();
  readonly held = new Map<string, Parcel>();
  readonly received = new Map<string, number>();
  readonly reported: Dropped = {};
  private readonly lastReport = new Map<string, number>();
  private steps = 0;

  /** The worker dies before or after the effect of its step with this number. */
  constructor(private readonly death: { step: number; isEffective: boolean } | null) {}

  get count(): number {
    return this.steps;
  }

  /** One step of a worker that the browser may end: undefined when it died before its effect. */
  async step<T>(worker: { isDead: boolean }, effect: () => T | Promise<T>): Promise<T> {
    if (worker.isDead) return NEVER;
    const isLast = this.steps++ === this.death?.step;
    if (isLast) worker.isDead = true;
    if (isLast && !this.death?.isEffective) return NEVER;
    const result = await effect();
    return worker.isDead ? NEVER : result;
  }

  /** As the real server: an event once, a report once. */
  receive({ client, seq, count, dropped = {} }: Parcel): Outcome {
    if (seq === REJECTED_SEQ) return { kind: "rejected" };
    const isLost = seq === UNANSWERED_SEQ && !this.received.has(`${client}/${seq}`);
    this.received.set(`${client}/${seq}`, count);
    if (seq > (this.lastReport.get(client) ?? -1)) {
      this.lastReport.set(client, seq);
      for (const [name, lost] of Object.entries(dropped))
        this.reported[name] = (this.reported[name] ?? 0) + lost;
    }
    return isLost ? { kind: "failed", reason: "the answer was lost" } : { kind: "acknowledged" };
  }
}

class TestWorker {
  isDead = false;
  readonly server = { verified: false } as Server;
  private readonly queue = new Queue({ batches: 3, chars: 10_000 });
  private readonly drops = new DropCounts(() => this.persistence.countsChanged());
  readonly persistence: PersistenceScheduler;
  readonly delivery: Delivery;

  constructor(private readonly world: World) {
    const { area } = world;
    const mortal = {
      get: (keys: null) => world.step(this, () => area.get(keys)),
      set: (items: Record<string, unknown>) => world.step(this, () => area.set(items)),
      remove: (keys: string[]) => world.step(this, () => area.remove(keys)),
    } as unknown as chrome.storage.StorageArea;
    const { queue, drops, server } = this;
    const errors = new ErrorCounts(() => undefined);
    const store = new SessionStore(mortal);
    this.persistence = new PersistenceScheduler({
      queue,
      store,
      drops,
      errors,
      isOnline: () => server.verified,
    });
    this.delivery = new Delivery({
      queue,
      persistence: this.persistence,
      drops,
      server,
      onTrouble: () => {
        server.verified = false;
      },
      send: (_server, _tabId, sent) => world.step(this, () => world.receive(structuredClone(sent))),
    });
  }

  async start(): Promise<void> {
    this.delivery.drop(await this.persistence.restore(), "worker_queue");
    const held = [...this.world.held.values()];
    held.forEach((each, index) => void this.accept(each, index === 0));
  }

  accept(sent: Parcel, maybeDelivered = false): void {
    const { held } = this.world;
    if (this.isDead) return;
    // Over a port that breaks with the worker: the page keeps what it was not told to let go.
    const release = () => void (this.isDead || held.delete(keyOf(sent)));
    this.delivery.accept(7, structuredClone(sent), { release, maybeDelivered });
  }

  connect(): void {
    this.server.verified = true;
    void this.delivery.run();
  }
}

/** Runs the same story with a worker that dies at the given step, and a second one that goes on. */
async function play(death: { step: number; isEffective: boolean } | null): Promise<World> {
  const world = new World(death);
  let worker = new TestWorker(world);
  const revive = async () => {
    if (!worker.isDead) return;
    worker = new TestWorker(world);
    void worker.start();
    await vi.advanceTimersByTimeAsync(300);
  };
  void worker.start();
  await vi.advanceTimersByTimeAsync(1);
  for (let seq = 0; seq < PARCELS; seq++) {
    await revive();
    const made = parcel(seq, { count: 10 ** seq, ...(seq === 2 && { dropped: { page_early: 7 } }) });
    world.held.set(keyOf(made), made);
    worker.accept(made);
    await vi.advanceTimersByTimeAsync(seq % 3 === 2 ? 300 : 1);
    if (seq === 5) worker.connect();
  }
  for (let turn = 0; turn < 4; turn++) {
    await revive();
    worker.connect();
    await vi.advanceTimersByTimeAsync(300);
  }
  // Something to carry the last report.
  const last = parcel(PARCELS, { count: 0 });
  world.held.set(keyOf(last), last);
  await revive();
  worker.accept(last);
  await vi.advanceTimersByTimeAsync(300);
  await revive();
  worker.connect();
  await vi.advanceTimersByTimeAsync(300);
  return world;
}

function assertExact(world: World): void {
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const { page_early, ...lost } = world.reported;
  // Every parcel has a decimal digit of its own: any that is missing or counted twice shows.
  expect(sum(world.received.values()) + sum(Object.values(lost))).toBe(111_111_111);
  expect(page_early).toBe(7);
  expect([...world.held.keys()]).toEqual([]);
  expect(Object.keys(world.area.data).filter((key) => key.startsWith("parcel/"))).toEqual([]);
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a worker that lives delivers or counts everything", async () => {
  const world = await play(null);
  assertExact(world);
  expect(Object.keys(world.reported).sort()).toEqual(["page_early", "rejected_by_server", "worker_queue"]);
});

test("a worker that dies at any step, too", async () => {
  const { count } = await play(null);
  expect(count).toBeGreaterThan(10);
  for (let step = 0; step < count; step++) {
    for (const isEffective of [false, true]) {
      const world = await play({ step, isEffective });
      expect(
        () => assertExact(world),
        `killed ${isEffective ? "after" : "before"} step ${step}`,
      ).not.toThrow();
    }
  }
});
