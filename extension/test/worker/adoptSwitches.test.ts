// The switches of `gasoline browser`: applied when its flags change, and never over a choice in the popup.
import { beforeEach, expect, test, vi } from "vitest";
import { adoptSwitches } from "../../src/worker/adoptSwitches.js";
import { PilotSwitch } from "../../src/worker/pilot/pilotSwitch.js";
import { Preferences } from "../../src/worker/preferences.js";
import { FakeArea } from "./fakes.js";

const OFF = { networkBodyCaptureEnabled: false, captureAllSites: false, aiWebPilotEnabled: false };
const BODIES_AND_PILOT = { ...OFF, networkBodyCaptureEnabled: true, aiWebPilotEnabled: true };

let areas: Record<"sync" | "local" | "session", FakeArea>;

beforeEach(() => {
  areas = { sync: new FakeArea(), local: new FakeArea(), session: new FakeArea() };
  vi.stubGlobal("chrome", { storage: areas });
});

/** One start of the browser with these flags; returns bodies and pilot as they are then. */
async function start(wanted: typeof OFF | undefined) {
  const preferences = new Preferences();
  const pilot = new PilotSwitch(() => undefined);
  await Promise.all([preferences.load(), pilot.repair()]);
  await adoptSwitches(wanted, preferences, pilot);
  return [preferences.current.networkBodyCaptureEnabled, pilot.enabled];
}

test("flags switch on, and the next start without them switches off", async () => {
  expect(await start(BODIES_AND_PILOT)).toEqual([true, true]);
  expect(await start(OFF)).toEqual([false, false]);
});

test("without flags, a choice in the popup stays", async () => {
  await start(OFF);
  areas.local.data.networkBodyCaptureEnabled = true;
  expect(await start(OFF)).toEqual([true, false]);
});

test("with the same flags, switching off in the popup stays", async () => {
  await start(BODIES_AND_PILOT);
  areas.local.data.networkBodyCaptureEnabled = false;
  expect(await start(BODIES_AND_PILOT)).toEqual([false, true]);
});

test("an extension that a person loaded is left alone", async () => {
  expect(await start(undefined)).toEqual([false, false]);
  expect(areas.local.data).toEqual({});
});
