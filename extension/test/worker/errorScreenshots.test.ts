// Pictures of errors: for a new exception only, at most one in five seconds and ten in a session.
import { beforeEach, expect, test, vi } from "vitest";
import type { Parcel } from "../../src/shared/messages.js";
import {
  ErrorScreenshots,
  exceptionIn,
  SCREENSHOT_GAP_MS,
  SCREENSHOTS_PER_SESSION,
} from "../../src/worker/errorScreenshots.js";
import { photograph } from "../../src/worker/queries/screenshot.js";
import { FakeArea } from "./fakes.js";

vi.mock("../../src/worker/queries/screenshot.js", () => ({ photograph: vi.fn() }));

const EXCEPTION = '{"id":"a.1","type":"exception","message":"boom"}';
const request = vi.fn(async () => new Response("{}"));
let nowMs = 0;
let pictures: ErrorScreenshots;

function parcel(events: string, more: Partial<Parcel> = {}): Parcel {
  return { stream: "logs", events, count: 1, errors: 1, client: "c", seq: 1, ...more };
}

function make(area: FakeArea): ErrorScreenshots {
  return new ErrorScreenshots({ verified: true, request }, area as never, () => nowMs);
}

beforeEach(() => {
  nowMs = 0;
  request.mockClear();
  vi.mocked(photograph)
    .mockReset()
    .mockResolvedValue({ data: "AAAA" } as never);
  vi.stubGlobal("chrome", { tabs: { get: async () => ({ id: 7, url: "http://localhost/", active: true }) } });
  pictures = make(new FakeArea());
});

test.each([
  [parcel(EXCEPTION), "a.1"],
  [parcel(`{"type":"console","id":"a.0"},${EXCEPTION}`), "a.1"],
  [parcel('{"id":"a.1","type":"exception","_aggregatedCount":2}'), null],
  [parcel('{"id":"a.1","type":"console","args":["\\"type\\":\\"exception\\""]}'), null],
  [parcel(EXCEPTION, { errors: 0 }), null],
  [parcel(EXCEPTION, { stream: "network" }), null],
  [parcel(`${EXCEPTION},{`), null],
])("of %j the exception is %j", (one, id) => {
  expect(exceptionIn(one)).toBe(id);
});

test("the picture is posted with the error's id", async () => {
  await pictures.consider(7, parcel(EXCEPTION));
  expect(request).toHaveBeenCalledWith("/screenshots", {
    method: "POST",
    body: JSON.stringify({ errorId: "a.1", data: "AAAA" }),
  });
});

test("the next picture waits five seconds", async () => {
  await pictures.consider(7, parcel(EXCEPTION));
  nowMs = SCREENSHOT_GAP_MS - 1;
  await pictures.consider(7, parcel(EXCEPTION));
  expect(request).toHaveBeenCalledTimes(1);
  nowMs = SCREENSHOT_GAP_MS;
  await pictures.consider(7, parcel(EXCEPTION));
  expect(request).toHaveBeenCalledTimes(2);
});

// ERR-23
test("a session has ten pictures, also when the worker restarts", async () => {
  const area = new FakeArea();
  for (let each = 0; each < SCREENSHOTS_PER_SESSION + 2; each++) {
    await make(area).consider(7, parcel(EXCEPTION));
  }
  expect(request).toHaveBeenCalledTimes(SCREENSHOTS_PER_SESSION);
});

test("without permission the error goes its way without a picture", async () => {
  vi.mocked(photograph).mockRejectedValue(new Error("no permission"));
  await expect(pictures.consider(7, parcel(EXCEPTION))).resolves.toBeUndefined();
  expect(request).not.toHaveBeenCalled();
});
