// What the worker keeps of a page that left before it knew the settings.
import { expect, test } from "vitest";
import { DEFAULTS } from "../../../src/shared/settings.js";
import { filterEarlyParcel } from "../../../src/worker/delivery/filterEarlyParcel.js";
import { parcel } from "../fakes.js";

const SITE = "http://localhost:3000";
const EVENTS = [
  { type: "console", level: "log" },
  { type: "console", level: "warn" },
  { type: "console", level: "error" },
  { type: "exception", level: "error" },
];
const early = parcel(1, {
  events: EVENTS.map((event) => JSON.stringify(event)).join(","),
  count: 4,
  errors: 2,
  early: true,
});

test("a captured site's parcel is passed on like any other", () => {
  const { early: _, ...rest } = early;
  expect(filterEarlyParcel(early, SITE, DEFAULTS)).toEqual(rest);
});

test("nothing of a site that is not captured is kept", () => {
  expect(filterEarlyParcel(early, SITE, { ...DEFAULTS, disabledSites: [SITE] })).toBeNull();
  expect(filterEarlyParcel(early, "https://elsewhere.test", DEFAULTS)).toBeNull();
  expect(filterEarlyParcel(early, "", DEFAULTS)).toBeNull();
});

test("the level decides about console calls only", () => {
  const kept = filterEarlyParcel(early, SITE, { ...DEFAULTS, captureLevel: "errors" });
  expect(JSON.parse(`[${kept?.events}]`)).toEqual(EVENTS.slice(2));
  expect(kept).toMatchObject({ count: 2, errors: 2 });
});

test("invalid JSON is not passed on if it must be examined", () => {
  expect(
    filterEarlyParcel({ ...early, events: "{" }, SITE, { ...DEFAULTS, captureLevel: "errors" }),
  ).toBeNull();
});

test("network timings have no level", () => {
  const timings = parcel(1, { stream: "network", early: true });
  expect(filterEarlyParcel(timings, SITE, { ...DEFAULTS, captureLevel: "errors" })?.count).toBe(1);
});
