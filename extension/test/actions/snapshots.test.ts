// @vitest-environment jsdom
// Snapshots of what a page shows: when, how often, and which elements.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Journal } from "../../src/actions/journal.js";
import { Snapshots, shownElements } from "../../src/actions/snapshots.js";
import {
  DOM_SNAPSHOT_GAP_MS,
  DOM_SNAPSHOT_LOAD_MS,
  DOM_SNAPSHOT_ROUTE_MS,
} from "../../src/generated/limits.js";

let taken: string[];
let snapshots: Snapshots;
let stop: () => void;

beforeEach(() => {
  vi.useFakeTimers();
  taken = [];
  const journal = new Journal("c", (chunks) => taken.push(...chunks.map(({ events }) => events)));
  snapshots = new Snapshots(journal);
  stop = snapshots.start();
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test("one comes 200 ms after the load", () => {
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS - 1);
  expect(taken).toHaveLength(0);
  vi.advanceTimersByTime(1);
  expect(taken).toHaveLength(1);
});

test("one comes 500 ms after the last of several changes of route", () => {
  vi.advanceTimersByTime(DOM_SNAPSHOT_LOAD_MS + DOM_SNAPSHOT_GAP_MS);
  snapshots.routeChanged();
  vi.advanceTimersByTime(DOM_SNAPSHOT_ROUTE_MS - 1);
  snapshots.routeChanged();
  vi.advanceTimersByTime(DOM_SNAPSHOT_ROUTE_MS - 1);
  expect(taken).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(taken).toHaveLength(2);
});

test("nothing comes after the end", () => {
  stop();
  vi.advanceTimersByTime(10 * DOM_SNAPSHOT_LOAD_MS);
  expect(taken).toHaveLength(0);
});

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
