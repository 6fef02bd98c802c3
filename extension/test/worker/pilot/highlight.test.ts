// The frame around an element: one that is drawn while the person switches off is taken down again.
import { expect, test, vi } from "vitest";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { highlight } from "../../../src/worker/pilot/highlight.js";

test("a frame that is drawn after the switch went off does not stay", async () => {
  const off = new AbortController();
  const executeScript = vi.fn(async (_: { args: unknown[]; target: object }) => {
    off.abort();
    return [{ result: { value: { success: true } } }];
  });
  const tab = { id: 1, url: "http://localhost/", active: true, windowId: 1 };
  vi.stubGlobal("chrome", { scripting: { executeScript }, tabs: { get: async () => tab } });
  const query = { id: "q", type: "highlight" as const, tabId: 1, params: { selector: "h1" }, timeoutMs: 1 };
  await highlight(query, { ...DEFAULTS }, off.signal);
  expect(executeScript).toHaveBeenCalledTimes(2);
  expect(executeScript.mock.calls[1]?.[0]).toMatchObject({
    target: { tabId: 1, allFrames: true },
    args: ["gasoline-highlighter"],
  });
});
