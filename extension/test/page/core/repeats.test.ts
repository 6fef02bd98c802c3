// @vitest-environment jsdom
// The same error again is counted, and the count arrives.
import { beforeEach, expect, test, vi } from "vitest";
import { MAX_REPEAT_GROUPS } from "../../../src/generated/limits.js";

vi.useFakeTimers({ toFake: ["setTimeout", "Date"] });
const { REPEAT_WINDOW_MS, createRepeats } = await import("../../../src/page/core/repeats.js");

interface Sent {
  id: string;
  message: string;
  _aggregatedCount?: number;
  _firstSeen?: string;
  _lastSeen?: string;
}

let sent: Sent[];
let repeats: ReturnType<typeof createRepeats>;
const report = (key: string) => repeats.report(key, `"message":${JSON.stringify(key)}`);

beforeEach(() => {
  vi.clearAllTimers();
  sent = [];
  repeats = createRepeats((_, event) => void sent.push(JSON.parse(event)));
});

// ERR-04
test("a repeat within the window is not sent, its count follows when the window closes", () => {
  report("boom");
  vi.advanceTimersByTime(1000);
  report("boom");
  report("boom");
  expect(sent).toHaveLength(1);
  vi.advanceTimersByTime(REPEAT_WINDOW_MS);
  expect(sent).toHaveLength(2);
  const [first, update] = sent as [Sent, Sent];
  expect(first).not.toHaveProperty("_aggregatedCount");
  expect(update).toMatchObject({ ...first, _aggregatedCount: 3 });
  expect(Date.parse(update._lastSeen ?? "") - Date.parse(update._firstSeen ?? "")).toBe(1000);
});

test("an error that came once is sent once", () => {
  report("boom");
  vi.advanceTimersByTime(2 * REPEAT_WINDOW_MS);
  expect(sent).toHaveLength(1);
});

test("after the window the same error is a new one", () => {
  report("boom");
  vi.advanceTimersByTime(REPEAT_WINDOW_MS + 1);
  report("boom");
  expect(new Set(sent.map((entry) => entry.id)).size).toBe(2);
});

test("a flush sends the count so far, and later repeats count on", () => {
  report("boom");
  report("boom");
  repeats.flush();
  repeats.flush();
  report("boom");
  repeats.flush();
  expect(sent.map((entry) => entry._aggregatedCount)).toEqual([undefined, 2, 3]);
});

// ERR-04
test("one group too many closes the oldest, with its count", () => {
  report("oldest");
  report("oldest");
  for (let i = 1; i < MAX_REPEAT_GROUPS; i++) report(`other ${i}`);
  expect(sent).toHaveLength(MAX_REPEAT_GROUPS);
  report("one more");
  expect(sent.find((entry) => entry._aggregatedCount === 2)?.message).toBe("oldest");
});

test("an extension repeats the complete entry with the new field", () => {
  const group = report("failed");
  if (group) repeats.extend(group, ',"response":"late"');
  expect(sent[1]).toEqual({ ...sent[0], response: "late" });
});
