// @vitest-environment jsdom
// When the page last changed after an action.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ActionJournal } from "../../src/actions/actionJournal.js";
import { APPEARED_STABLE_MS, APPEARED_WATCH_MS, AppearedTexts } from "../../src/actions/appearedTexts.js";

let journal: ActionJournal;
let texts: AppearedTexts;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<p>Old</p><ul><li>one</li></ul>";
  journal = new ActionJournal("c", () => undefined);
  texts = new AppearedTexts(journal);
});

afterEach(() => {
  texts.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function act() {
  const action = journal.record({ type: "click" });
  texts.acted(action, false);
  return action;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

// ACT-17, ERR-25
test("the last change is recorded with how long the page was watched", async () => {
  const action = act();
  await pass(300);
  document.querySelector("li")?.remove();
  await pass(APPEARED_WATCH_MS);
  expect(action.pageWatch).toEqual({ since: 0, until: APPEARED_WATCH_MS, changed: 300 });
});

test("a page that did not change has no last change", async () => {
  const action = act();
  await pass(APPEARED_WATCH_MS + APPEARED_STABLE_MS);
  expect(action.pageWatch).toEqual({ since: 0, until: APPEARED_WATCH_MS });
});

test("what only restyles an element is a change", async () => {
  const action = act();
  await pass(100);
  document.querySelector("p")?.setAttribute("class", "failed");
  await pass(APPEARED_WATCH_MS);
  expect(action.pageWatch?.changed).toBe(100);
});

test("the next action ends the watch of the one before", async () => {
  const first = act();
  await pass(200);
  act();
  await pass(1);
  expect(first.pageWatch).toEqual({ since: 0, until: 200 });
});

test("a question gets what is known by now", async () => {
  const action = act();
  await pass(400);
  texts.markChanges();
  expect(action.pageWatch).toEqual({ since: 0, until: 400 });
});

test("of a page with parts that cannot be seen, nothing is claimed", async () => {
  document.body.append(document.createElement("canvas"));
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue({ width: 9, height: 9 } as DOMRect);
  const action = act();
  await pass(APPEARED_WATCH_MS + APPEARED_STABLE_MS);
  expect(action.pageWatch).toBeUndefined();
});
