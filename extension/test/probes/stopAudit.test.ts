// @vitest-environment jsdom
// An audit that is stopped: before its turn it does not run at all, and while it runs it goes to no further frame.
import { beforeEach, expect, test, vi } from "vitest";
import { accessibility, stopAudit } from "../../src/probes/accessibility/accessibilityProbe.js";

const REPORT = {
  url: "http://localhost/",
  timestamp: "",
  violations: [],
  passes: [],
  incomplete: [],
  inapplicable: [],
};
const FRAMES = [
  { frameSelector: "#first", frameContext: {} },
  { frameSelector: "#second", frameContext: {} },
];
const runPartial = vi.fn();
let endRun: (partial: unknown) => void;

/** As axe-core, with each run under the test's control. */
function fakeAxe(frames: unknown[]) {
  return {
    frameMessenger: () => undefined,
    getRules: () => [],
    runPartial,
    finishRun: async () => REPORT,
    utils: {
      getFrameContexts: () => frames.splice(0),
      shadowSelect: () => ({ contentWindow: window }),
    },
  };
}

function audit(auditId: string) {
  return accessibility({ includePasses: false, auditId });
}

beforeEach(() => {
  runPartial.mockReset().mockImplementation(
    () =>
      new Promise((resolve) => {
        endRun = resolve;
      }),
  );
});

test("one that waits for its turn does not run", async () => {
  vi.stubGlobal("axe", fakeAxe([]));
  const first = audit("first");
  const second = audit("second");
  await vi.waitFor(() => expect(runPartial).toHaveBeenCalledTimes(1));
  stopAudit("second");
  endRun({});
  expect((await first).url).toBe(REPORT.url);
  await expect(second).rejects.toMatchObject({ code: "audit_stopped" });
  expect(runPartial).toHaveBeenCalledTimes(1);
});

test("one that runs goes to no further frame, and the next one runs", async () => {
  vi.stubGlobal("axe", fakeAxe([...FRAMES]));
  const stopped = audit("stopped");
  await vi.waitFor(() => expect(runPartial).toHaveBeenCalledTimes(1));
  endRun({});
  await vi.waitFor(() => expect(runPartial).toHaveBeenCalledTimes(2));
  stopAudit("stopped");
  endRun({});
  await expect(stopped).rejects.toMatchObject({ code: "audit_stopped" });
  expect(runPartial).toHaveBeenCalledTimes(2);
  const next = audit("next");
  await vi.waitFor(() => expect(runPartial).toHaveBeenCalledTimes(3));
  endRun({});
  expect((await next).url).toBe(REPORT.url);
});

test("one that has ended, or never was, is not minded", () => {
  expect(stopAudit("never was")).toBeNull();
});
