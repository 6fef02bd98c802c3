// Pictures: the order in which they are made smaller, and what is said when there is none.
import { beforeEach, expect, test, vi } from "vitest";
import { attempts, SCREENSHOT_PIXELS } from "../../../src/worker/queries/boundScreenshot.js";
import { photograph } from "../../../src/worker/queries/screenshot.js";

const TAB = { id: 7, url: "http://localhost/", active: true, windowId: 1 } as Parameters<
  typeof photograph
>[0];
const captureVisibleTab = vi.fn();

beforeEach(() => {
  vi.stubGlobal("chrome", {
    tabs: { captureVisibleTab: captureVisibleTab.mockReset(), get: async () => ({ ...TAB, active: false }) },
  });
});

test("a JPEG loses quality before it loses size, and the first try is within the pixels", () => {
  const tries = attempts(SCREENSHOT_PIXELS * 2, "jpeg");
  expect(tries.slice(0, 4).map(({ scale }) => scale)).toEqual([0.5, 0.5, 0.5, 0.35]);
  expect(tries.slice(0, 4).map(({ quality }) => quality)).toEqual([80, 60, 40, 80]);
});

test("a PNG has only its size to give", () => {
  const scales = attempts(100, "png").map(({ scale }) => scale);
  expect(scales[0]).toBe(1);
  expect(new Set(scales).size).toBe(scales.length);
});

test.each([
  [
    "The 'activeTab' permission is not in effect because this extension has not been in invoked.",
    "screenshot_not_allowed",
  ],
  ["Either the '<all_urls>' or 'activeTab' permission is required.", "screenshot_not_allowed"],
  ["Failed to capture tab: image readback failed", "screenshot_failed"],
])("%s", async (words, code) => {
  captureVisibleTab.mockRejectedValue(new Error(words));
  await expect(photograph(TAB, "jpeg")).rejects.toMatchObject({ code });
});

test("a tab that went into the background meanwhile is not shown", async () => {
  captureVisibleTab.mockResolvedValue("data:image/jpeg;base64,");
  await expect(photograph(TAB, "jpeg")).rejects.toMatchObject({ code: "tab_not_visible" });
});
