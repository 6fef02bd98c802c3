// @vitest-environment jsdom
// Whether the page goes on changing while socket messages arrive.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MessageEffects, type MessageWatch } from "../../src/actions/messageEffects.js";

let reports: MessageWatch[];
let effects: MessageEffects;

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-01-31T12:00:00Z") });
  document.body.innerHTML = "<p>1</p>";
  reports = [];
  effects = new MessageEffects((watch) => reports.push(watch));
});

afterEach(() => {
  effects.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function messageShown(text: string): Promise<void> {
  effects.messagesCame();
  (document.querySelector("p") as Element).textContent = text;
  await vi.advanceTimersByTimeAsync(1_000);
}

const START = "2026-01-31T12:00:00.000Z";

// ACT-17, ERR-25
test("the last change is that of the last message that the page showed", async () => {
  await messageShown("2");
  await messageShown("3");
  for (let count = 0; count < 5; count++) {
    effects.messagesCame();
    await vi.advanceTimersByTimeAsync(1_000);
  }
  effects.flush();
  expect(reports.at(-1)).toEqual({ watchedSince: START, changedAt: "2026-01-31T12:00:01.000Z" });
});

test("a change that was not yet noticed is reported with a question", () => {
  effects.messagesCame();
  (document.querySelector("p") as Element).textContent = "2";
  effects.flush();
  expect(reports).toEqual([{ watchedSince: START, changedAt: START }]);
});

test("a page that changes all the time is reported at most every two seconds", async () => {
  for (let count = 0; count < 40; count++) {
    effects.messagesCame();
    (document.querySelector("p") as Element).textContent = String(count);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(reports.length).toBeLessThanOrEqual(2);
});

test("without messages nothing is watched, and a hidden page is forgotten", async () => {
  (document.querySelector("p") as Element).textContent = "2";
  effects.flush();
  expect(reports).toEqual([]);
  await messageShown("3");
  effects.flush();
  vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  effects.messagesCame();
  expect(reports.at(-1)).toEqual({ watchedSince: null, changedAt: null });
});
