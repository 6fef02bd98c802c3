// @vitest-environment jsdom
// The texts that an action made appear: new, unique, and still there later.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type ActionFields, ActionJournal } from "../../src/actions/actionJournal.js";
import { APPEARED_STABLE_MS, APPEARED_WATCH_MS, AppearedTexts } from "../../src/actions/appearedTexts.js";
import { APPEARED_TEXT_CHARS, MAX_APPEARED_TEXTS } from "../../src/generated/limits.js";

let journal: ActionJournal;
let texts: AppearedTexts;

beforeEach(() => {
  vi.useFakeTimers();
  document.body.innerHTML = "<h1>Shop</h1><p id=old>Old text</p><ul></ul>";
  journal = new ActionJournal("c", () => undefined);
  texts = new AppearedTexts(journal);
});

afterEach(() => {
  texts.stop();
  vi.useRealTimers();
});

function act(type: ActionFields["type"] = "click"): void {
  journal.record({ type });
  texts.acted(journal.last, type === "input");
}

function show(html: string): void {
  (document.querySelector("ul") as Element).innerHTML = html;
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const appeared = () => journal.last?.appeared;

// ACT-16
test("a text that comes after a click is recorded when it has stayed", async () => {
  act();
  await pass(300);
  show("<li>Saved</li><li>Old text</li>");
  await pass(APPEARED_STABLE_MS - 1);
  expect(appeared()).toBeUndefined();
  await pass(APPEARED_STABLE_MS);
  expect(appeared()).toEqual(["Saved"]);
});

test("a text that comes too late is not the effect of the action", async () => {
  act();
  await pass(APPEARED_WATCH_MS + 1);
  show("<li>News</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toBeUndefined();
});

test("the next action does not wait for a look at the page", async () => {
  act();
  const first = journal.last;
  show("<li>First</li>");
  await pass(APPEARED_STABLE_MS);
  document.querySelector("ul")?.insertAdjacentHTML("beforeend", "<li>Second</li>");
  const queries = vi.spyOn(Document.prototype, "querySelectorAll");
  texts.acted(journal.record({ type: "click" }), false);
  expect(queries).not.toHaveBeenCalled();
  expect(first?.appeared).toEqual(["First"]);
});

// ACT-16
test("a text that has stayed is recorded at the next action, although nobody looked at it in time", async () => {
  act();
  const first = journal.last;
  await pass(50);
  show("<li>Tea</li>");
  await pass(APPEARED_STABLE_MS);
  document.querySelector("ul")?.insertAdjacentHTML("beforeend", "<li>Too new</li>");
  await pass(100);
  expect(first?.appeared).toBeUndefined();
  act();
  expect(first?.appeared).toEqual(["Tea"]);
});

test("the next action does not look again for texts that were looked for", async () => {
  act();
  show("<li>Tea</li><li>Old text</li>");
  await pass(APPEARED_STABLE_MS);
  show("<li>Tea</li><li>Old text</li><li>00:01</li>");
  const queries = vi.spyOn(Document.prototype, "querySelectorAll");
  act();
  expect(queries).not.toHaveBeenCalled();
});

test("a text that was there before and is written again did not appear", async () => {
  show("<li>Tea</li>");
  act();
  show("<li>Tea</li><li>Coffee</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Coffee"]);
});

test("a text that comes, goes and comes back appeared", async () => {
  act();
  show("<li>Red shoes</li><li>Red boots</li>");
  await pass(100);
  show("<li>Red shoes</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Red shoes"]);
});

// ACT-16
test("a text that another replaces is not recorded", async () => {
  act();
  show("<li>Please hold</li>");
  await pass(APPEARED_WATCH_MS - 100);
  show("<li>3 results</li>");
  await pass(100);
  expect(appeared()).toEqual([]);
  await pass(APPEARED_STABLE_MS);
  expect(appeared()).toEqual(["3 results"]);
});

// ACT-16
test("a text that is gone at the next action is taken back", async () => {
  act();
  const first = journal.last;
  show("<li>Copied to the clipboard</li>");
  await pass(APPEARED_WATCH_MS);
  expect(first?.appeared).toEqual(["Copied to the clipboard"]);
  show("");
  act();
  expect(first?.appeared).toEqual([]);
});

test("the next action ends what belongs to the one before it", async () => {
  act();
  const first = journal.last;
  show("<li>First</li>");
  await pass(APPEARED_STABLE_MS);
  act();
  show("<li>First</li><li>Second</li>");
  await pass(APPEARED_WATCH_MS);
  expect([first?.appeared, appeared()]).toEqual([["First"], ["Second"]]);
});

test("each key continues an input, but keys without input do not", async () => {
  act("input");
  for (let key = 0; key < 3; key++) {
    await pass(APPEARED_WATCH_MS - 100);
    texts.acted(journal.last, true);
  }
  show("<li>Found</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Found"]);
  texts.acted(journal.last, false);
  show("<li>Found</li><li>Something else</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Found"]);
});

test.each(["navigate", "scroll", "dialog"] as const)(
  "%s is not an action with effects of its own",
  async (type) => {
    act();
    const click = journal.last;
    act(type);
    show("<li>Opened</li>");
    await pass(APPEARED_WATCH_MS);
    expect([click?.appeared, appeared()]).toEqual([["Opened"], undefined]);
  },
);

// ACT-16
test("what a script would find twice, in any number, is not recorded", async () => {
  document.body.insertAdjacentHTML("beforeend", "<p hidden>Remove</p>");
  act();
  show("<li>Remove</li><li>Item 1</li><li>Item 2</li><li>Item three</li>");
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Item three"]);
});

// ACT-16
test("only short texts with words are recorded, and a few of them", async () => {
  act();
  show(`<li>17</li><li>ok</li><li>${"x".repeat(APPEARED_TEXT_CHARS + 1)}</li><li>One</li><li>Two</li>
    <li contenteditable>My words</li><li><textarea>Draft</textarea></li><li>Three</li><li>Four</li>`);
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["One", "Two", "Three"]);
  expect(MAX_APPEARED_TEXTS).toBe(3);
});

test("what was hidden and is shown appeared, and a text changed in place", async () => {
  document.body.insertAdjacentHTML(
    "beforeend",
    '<p id=a hidden>Details</p><p id=b style="display: none">More</p>',
  );
  act();
  document.getElementById("a")?.removeAttribute("hidden");
  document.getElementById("b")?.removeAttribute("style");
  (document.getElementById("old")?.firstChild as Text).data = "New text";
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toEqual(["Details", "More", "New text"]);
});

test("a page that never rests is not looked at", async () => {
  act();
  for (let count = 0; count < 3_000; count++) show(`<li>Frame ${count}</li>`);
  await pass(APPEARED_WATCH_MS);
  expect(appeared()).toBeUndefined();
});
