// @vitest-environment jsdom
// Snapshots of what a page shows: when, how often, and which elements.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActionJournal } from "../../src/actions/actionJournal.js";
import {
  DOM_SNAPSHOT_GAP_MS,
  DOM_SNAPSHOT_LOAD_MS,
  DOM_SNAPSHOT_LOOKS,
  DOM_SNAPSHOT_ROUTE_MS,
  DomSnapshots,
  shownElements,
} from "../../src/actions/domSnapshots.js";
import type { DomSnapshot } from "../../src/generated/wire.js";
import type { Chunk } from "../../src/shared/messages.js";

let sent: DomSnapshot[];
let journal: ActionJournal;
let snapshots: DomSnapshots;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  sent = [];
  document.body.innerHTML = "";
  journal = new ActionJournal("c", (chunks) => sent.push(...chunks.flatMap(snapshotsOf)));
  snapshots = new DomSnapshots(journal);
  stop = snapshots.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

function snapshotsOf({ stream, events }: Chunk): DomSnapshot[] {
  return stream === "dom_snapshots" ? JSON.parse(`[${events}]`) : [];
}

/** Without those that only say more of the same. */
function taken(): string[] {
  return [...new Set(sent.map(({ id }) => id as string))];
}

// ACT-11
test("one comes 200 ms after the load", () => {
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS - 1);
  expect(taken()).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(taken()).toHaveLength(1);
});

test("one comes 500 ms after the last of several changes of route", () => {
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS + DOM_SNAPSHOT_GAP_MS);
  snapshots.routeChanged();
  vi.advanceTimersByTime(DOM_SNAPSHOT_ROUTE_MS - 1);
  snapshots.routeChanged();
  vi.advanceTimersByTime(DOM_SNAPSHOT_ROUTE_MS - 1);
  expect(taken()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(taken()).toHaveLength(2);
});

test("nothing comes after the end", () => {
  stop();
  vi.advanceTimersByTime(10 * DOM_SNAPSHOT_LOAD_MS);
  expect(taken()).toHaveLength(0);
});

// ACT-11
test("headings come first, then test ids; without text or beyond five there is nothing", () => {
  document.body.innerHTML = `<p data-testid="total">Total: 3</p><h1 data-testid="title"> Your
    cart </h1><h2> </h2><h2>${"x".repeat(101)}</h2><h3>Small</h3>
    <p data-cy="two">2</p><p data-testid="empty"></p><p data-test-id="three">3</p><p data-testid="four">4</p>`;
  expect(shownElements()).toEqual([
    { role: "heading", level: 1, text: "Your cart", testId: "title", visible: true },
    { role: "heading", level: 2, text: "x".repeat(100), visible: true },
    { text: "Total: 3", testId: "total", visible: true },
    { text: "2", testId: "two", visible: true },
    { text: "3", testId: "three", visible: true },
  ]);
});

test("a text that is seen again is stable, and a replaced text is omitted", () => {
  document.body.innerHTML = "<h1>Orders</h1><p data-testid='state'>Loading...</p>";
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS);
  expect(sent.at(-1)?.elements?.map(({ stable }) => stable)).toEqual([false, false]);
  document.body.innerHTML = "<h1>Orders</h1><p data-testid='state'>Ready</p>";
  vi.advanceTimersByTime(DOM_SNAPSHOT_GAP_MS);
  expect(sent.at(-1)?.elements).toMatchObject([
    { text: "Orders", stable: true },
    { text: "Ready", stable: false },
  ]);
  vi.advanceTimersByTime(DOM_SNAPSHOT_GAP_MS);
  expect(sent.at(-1)?.elements?.map(({ stable }) => stable)).toEqual([true, true]);
  expect(taken()).toHaveLength(1);
});

test("what comes after the person acted is not the page as it was loaded", () => {
  document.body.innerHTML = "<h1>Orders</h1><h2>Open</h2>";
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS);
  journal.record({ type: "click" });
  document.body.innerHTML = "<h1>Orders</h1><h2>Closed</h2>";
  vi.advanceTimersByTime(10 * DOM_SNAPSHOT_GAP_MS);
  expect(sent.at(-1)?.elements).toMatchObject([
    { text: "Orders", stable: true },
    { text: "Open", stable: false },
  ]);
});

test("a page that never rests is looked at a bounded number of times", () => {
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS);
  for (let n = 0; n < 10; n++) {
    document.body.innerHTML = `<h1>${n}</h1>`;
    vi.advanceTimersByTime(DOM_SNAPSHOT_GAP_MS);
  }
  expect(sent).toHaveLength(DOM_SNAPSHOT_LOOKS);
});

test("elements that a script could not distinguish, and texts of several blocks, are marked", () => {
  document.body.innerHTML = `<h1>Desk</h1><p data-testid="row">1</p><p data-testid="row">2</p>
    <div data-testid="app"><a>Skip</a><div>Deploy</div><div>Order desk</div></div>
    <p data-testid="price">Total <b>30</b></p>`;
  expect(shownElements()).toEqual([
    { role: "heading", level: 1, text: "Desk", visible: true },
    { text: "1", testId: "row", visible: true, unique: false },
    { text: "2", testId: "row", visible: true, unique: false },
    expect.objectContaining({ testId: "app", composed: true }),
    { text: "Total 30", testId: "price", visible: true },
  ]);
});
