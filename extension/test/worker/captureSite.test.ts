// "Capture this site": settings for local origins, permission and registered scripts for all others.
import { beforeEach, expect, test, vi } from "vitest";
import {
  captureAllSites,
  captureSite,
  dropUnpermitted,
  registerSites,
} from "../../src/worker/captureSites.js";
import { Preferences } from "../../src/worker/preferences.js";
import { FakeArea } from "./fakes.js";

const SITE = "https://example.com:8443";
const LOCAL = "http://localhost:3000";

let local: FakeArea;
let granted: string[];
let registered: { id: string; matches?: string[] }[];
let preferences: Preferences;
const executeScript = vi.fn(async ({ files }: { files?: string[] }) =>
  files === undefined ? [{ documentId: "document", result: true }] : [],
);

beforeEach(async () => {
  local = new FakeArea();
  granted = ["https://example.com/*"];
  registered = [];
  executeScript.mockClear();
  vi.stubGlobal("chrome", {
    storage: { local, session: new FakeArea() },
    permissions: {
      contains: async ({ origins }: { origins: string[] }) => origins.every((one) => granted.includes(one)),
      remove: async ({ origins }: { origins: string[] }) => {
        granted = granted.filter((one) => !origins.includes(one));
      },
    },
    scripting: {
      getRegisteredContentScripts: async () => registered,
      registerContentScripts: async (scripts: typeof registered) => void registered.push(...scripts),
      unregisterContentScripts: async ({ ids }: { ids: string[] }) => {
        registered = registered.filter(({ id }) => !ids.includes(id));
      },
      executeScript,
    },
    tabs: {
      query: async () => [
        { id: 4, url: `${SITE}/shop` },
        { id: 5, url: "https://other.example/" },
        { id: 6 },
      ],
    },
  });
  preferences = new Preferences();
  await preferences.load();
});

test("a local site is switched by the setting alone", async () => {
  await captureSite(preferences, LOCAL, false);
  expect(preferences.current.disabledSites).toEqual([LOCAL]);
  await captureSite(preferences, LOCAL, true);
  expect(preferences.current.disabledSites).toEqual([]);
  expect(registered).toEqual([]);
});

test("another site gets both scripts, now in its open tabs and at every load", async () => {
  await captureSite(preferences, SITE, true);
  expect(registered.map(({ matches }) => matches)).toEqual([[`${SITE}/*`], [`${SITE}/*`]]);
  expect(executeScript.mock.calls.flatMap(([{ files }]) => files ?? [])).toEqual(["page.js", "content.js"]);
  expect(preferences.current.capturedSites).toEqual([SITE]);
});

test("two wishes at once register once", async () => {
  await Promise.all([captureSite(preferences, SITE, true), captureSite(preferences, SITE, true)]);
  expect(registered.length).toBe(2);
});

test("switched off, its scripts, its permission and its open pages' capture end", async () => {
  await captureSite(preferences, SITE, true);
  await captureSite(preferences, SITE, false);
  expect([registered, granted]).toEqual([[], []]);
  expect(preferences.current).toMatchObject({ capturedSites: [], disabledSites: [] });
});

test("without the permission nothing changes", async () => {
  granted = [];
  await captureSite(preferences, SITE, true);
  expect([registered, preferences.current.capturedSites]).toEqual([[], []]);
});

test("a page of the browser itself is not taken", async () => {
  await captureSite(preferences, "chrome://version", true);
  expect(local.data).toEqual({});
});

test("after an update the scripts are registered again", async () => {
  await captureSite(preferences, SITE, true);
  registered = [];
  await registerSites(preferences);
  expect(registered.length).toBe(2);
});

test("a permission that the person took away ends the capture", async () => {
  await captureSite(preferences, SITE, true);
  granted = [];
  await dropUnpermitted(preferences);
  expect([registered, preferences.current.capturedSites]).toEqual([[], []]);
});

test("all sites get one pair of scripts, which leaves the local ones to the manifest", async () => {
  granted = ["<all_urls>"];
  await captureAllSites(preferences, true);
  expect(registered).toMatchObject([
    { id: "page:all", matches: ["*://*/*"], excludeMatches: expect.arrayContaining(["http://localhost/*"]) },
    { id: "content:all", matches: ["*://*/*"] },
  ]);
  await captureAllSites(preferences, false);
  expect([registered, granted, preferences.current.captureAllSites]).toEqual([[], [], false]);
});

test("while all sites are captured, one can be left out", async () => {
  granted = ["<all_urls>"];
  await captureAllSites(preferences, true);
  await captureSite(preferences, SITE, false);
  expect(preferences.current).toMatchObject({ captureAllSites: true, disabledSites: [SITE] });
  expect(registered.length).toBe(2);
});

test("all sites are not captured without the permission", async () => {
  await captureAllSites(preferences, true);
  expect([registered, preferences.current.captureAllSites]).toEqual([[], false]);
});
