// What the worker keeps of a page that left before it knew the settings.
import { expect, test } from "vitest";
import { DEFAULTS } from "../../src/shared/settings.js";
import { screen } from "../../src/worker/screen.js";
import { parcel } from "./fakes.js";

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

test("a captured site's parcel goes on as any other", () => {
  const { early: _, ...rest } = early;
  expect(screen(early, SITE, DEFAULTS)).toEqual(rest);
});

test("nothing of a site that is not captured is kept", () => {
  expect(screen(early, SITE, { ...DEFAULTS, disabledSites: [SITE] })).toBeNull();
  expect(screen(early, "https://elsewhere.test", DEFAULTS)).toBeNull();
  expect(screen(early, "", DEFAULTS)).toBeNull();
});

test("the level decides about console calls only", () => {
  const kept = screen(early, SITE, { ...DEFAULTS, captureLevel: "errors" });
  expect(JSON.parse(`[${kept?.events}]`)).toEqual(EVENTS.slice(2));
  expect(kept).toMatchObject({ count: 2, errors: 2 });
});

test("what is no JSON is not passed on when it has to be looked at", () => {
  expect(screen({ ...early, events: "{" }, SITE, { ...DEFAULTS, captureLevel: "errors" })).toBeNull();
});

test("network timings have no level", () => {
  const timings = parcel(1, { stream: "network", early: true });
  expect(screen(timings, SITE, { ...DEFAULTS, captureLevel: "errors" })?.count).toBe(1);
});
