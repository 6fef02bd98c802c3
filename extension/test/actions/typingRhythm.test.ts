// @vitest-environment jsdom
// How a value was typed: key by key, or otherwise.
import { beforeEach, expect, test } from "vitest";
import { ActionJournal } from "../../src/actions/actionJournal.js";
import { Fields } from "../../src/actions/fields.js";
import { SecretFields } from "../../src/actions/secretFields.js";
import { TypingRhythm } from "../../src/actions/typingRhythm.js";
import { MAX_TYPED_KEYS } from "../../src/generated/limits.js";
import type { EnhancedAction } from "../../src/generated/wire.js";

let sent: EnhancedAction[];
let journal: ActionJournal;
let fields: Fields;

beforeEach(() => {
  // jsdom has no CSS namespace.
  globalThis.CSS ??= { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } as typeof CSS;
  sent = [];
  document.body.innerHTML = "<input id=search><input id=pass type=password>";
  journal = new ActionJournal("c", (chunks) =>
    sent.push(...chunks.flatMap(({ events }) => JSON.parse(`[${events}]`) as EnhancedAction[])),
  );
  fields = new Fields(journal, new SecretFields());
});

function input(id: string, value: string, at: number): void {
  const field = document.getElementById(id) as HTMLInputElement;
  field.value = value;
  fields.input({ composedPath: () => [field], timeStamp: at } as unknown as Event);
}

/** The rhythm of the last action. */
function recorded(): number[] | null | undefined {
  fields.settle();
  journal.flush();
  return sent.at(-1)?.keyDelays;
}

// ACT-15
test("a value that is typed has the time before each further key", () => {
  input("search", "r", 1000);
  input("search", "re", 1120.4);
  input("search", "red", 1500);
  expect(recorded()).toEqual([120, 380]);
});

// ACT-15
test("of a secret nothing is said about its keys", () => {
  input("pass", "r", 1000);
  input("pass", "re", 1120);
  expect(recorded()).toBeUndefined();
});

test.each([
  ["pasted", ["red"]],
  ["corrected", ["r", "re", "r", "ro"]],
  ["inserted in the middle", ["r", "rd", "red"]],
  ["completed by the browser", ["r", "red"]],
])("a value that was %s has no rhythm", (_, values) => {
  values.forEach((value, index) => void input("search", value, 1000 + index));
  expect(recorded()).toBeUndefined();
});

test("a value that replaces another one has its own rhythm", () => {
  input("search", "blue", 1000);
  fields.leave();
  input("search", "r", 3000);
  input("search", "re", 3100);
  expect(recorded()).toEqual([100]);
});

// ACT-15
test("a text of more keys than are kept has no rhythm", () => {
  const rhythm = new TypingRhythm();
  for (let length = 1; length <= MAX_TYPED_KEYS; length++) rhythm.changed("x".repeat(length), length);
  expect(rhythm.keyDelays).toHaveLength(MAX_TYPED_KEYS - 1);
  rhythm.changed("x".repeat(MAX_TYPED_KEYS + 1), 0);
  expect(rhythm.keyDelays).toEqual([]);
});
