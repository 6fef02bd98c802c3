// The settings table: defaults, garbage, switches.
import { expect, test } from "vitest";
import { DEFAULTS, LOCAL_KEYS, readSettings, SWITCHES } from "../../src/shared/settings.js";

test("nothing stored means the defaults", () => {
  for (const stored of [undefined, null, 5, "x", {}, []]) expect(readSettings(stored)).toEqual(DEFAULTS);
});

// EXT-04
test("each switch has its documented default", () => {
  const defaults = Object.fromEntries(
    SWITCHES.filter(({ place }) => place === "popup").map(({ label, key }) => [label, DEFAULTS[key]]),
  );
  expect(defaults).toEqual({
    "Capture WebSockets": true,
    "Capture Network Bodies": false,
    "AI Error Context": true,
    "Capture User Actions": true,
    "Performance Snapshots": true,
    "Screenshot on Error": false,
    "AI Web Pilot": false,
  });
});

test("bad values become the default, good ones stay, unknown keys go", () => {
  const stored = {
    captureLevel: "loud",
    serverUrl: "ftp://a.test",
    disabledSites: ["http://a.test", 5, "", "http://a.test"],
    aiWebPilotEnabled: "yes",
    other: 1,
  };
  expect(readSettings(stored)).toEqual({ ...DEFAULTS, disabledSites: ["http://a.test"] });
});

test("a server address loses the slash at its end", () => {
  expect(readSettings({ serverUrl: "http://localhost:9000/" }).serverUrl).toBe("http://localhost:9000");
});

test("the pilot is a switch of the popup, in sync storage, and off", () => {
  expect(SWITCHES).toContainEqual({
    key: "aiWebPilotEnabled",
    label: "AI Web Pilot",
    place: "popup",
    area: "sync",
    default: false,
  });
  expect(LOCAL_KEYS).not.toContain("aiWebPilotEnabled");
});

test("a reader cannot change the defaults", () => {
  readSettings({}).disabledSites.push("http://a.test");
  expect(DEFAULTS.disabledSites).toEqual([]);
});

test.each([
  [0, 1],
  [1.4, 1],
  [120, 120],
  [9999, 500],
  ["120", 50],
  [Number.NaN, 50],
  [undefined, 50],
])("of %s as the size of the buffer %d is left", (stored, size) => {
  expect(readSettings({ reproductionBufferSize: stored }).reproductionBufferSize).toBe(size);
});

test("enhanced selectors are on unless they were switched off", () => {
  expect(readSettings({}).enhancedSelectorsEnabled).toBe(true);
  expect(readSettings({ enhancedSelectorsEnabled: false }).enhancedSelectorsEnabled).toBe(false);
});
