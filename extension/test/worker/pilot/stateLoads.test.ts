// Loading a state over a site whose tab, page or worker goes away: the former state comes back, or it is told that it waits.
import { beforeEach, expect, test, vi } from "vitest";
import type { StorageContent } from "../../../src/shared/probeTypes.js";
import { StateLoads } from "../../../src/worker/pilot/stateLoads.js";
import type { SeenTab } from "../../../src/worker/tabs/chooseTab.js";
import { FakeArea } from "../fakes.js";

const ORIGIN = "http://localhost:3000";
const TAB = { id: 1, url: `${ORIGIN}/cart`, incognito: false } as SeenTab;
const OTHER_TAB = { id: 2, url: `${ORIGIN}/`, incognito: false } as SeenTab;
const WANTED = {
  storage: JSON.stringify({ localStorage: [["saved", "1"]], sessionStorage: [["tab", "saved"]] }),
  cookies: [cookie("saved")],
};

let area: FakeArea;
let tabs: SeenTab[];
let cookies: Map<string, chrome.cookies.Cookie>;
let local: StorageContent["localStorage"];
let sessions: Map<number, StorageContent["sessionStorage"]>;
let told: ReturnType<typeof vi.fn>;
/** Called before each change of the site, with its name. */
let before: (step: string) => unknown;

function cookie(name: string): chrome.cookies.Cookie {
  return {
    name,
    value: "1",
    domain: "localhost",
    path: "/",
    hostOnly: true,
    storeId: "0",
  } as chrome.cookies.Cookie;
}

/** What a probe does in a tab's page. */
async function probe({
  target,
  args,
}: {
  target: { tabId: number };
  args: [string, string, { json: string }];
}) {
  if (!tabs.some(({ id }) => id === target.tabId)) throw new Error("No tab with id");
  const sessionStorage = sessions.get(target.tabId);
  if (args[1] === "readStorage")
    return [{ result: { value: JSON.stringify({ localStorage: local, sessionStorage }) } }];
  await before("storage");
  const content: StorageContent = JSON.parse(args[2].json);
  local = content.localStorage;
  if (content.sessionStorage) sessions.set(target.tabId, content.sessionStorage);
  return [{ result: { value: null } }];
}

beforeEach(() => {
  area = new FakeArea();
  tabs = [TAB];
  cookies = new Map([["former", cookie("former")]]);
  local = [["former", "1"]];
  sessions = new Map([
    [1, [["tab", "former"]]],
    [2, [["tab", "other"]]],
  ]);
  told = vi.fn();
  before = () => undefined;
  vi.stubGlobal("chrome", {
    scripting: { executeScript: probe },
    tabs: {
      query: async () => tabs,
      get: async (id: number) =>
        tabs.find((tab) => tab.id === id) ?? Promise.reject(new Error("No tab with id")),
    },
    cookies: {
      getAllCookieStores: async () => [{ id: "0", tabIds: [1, 2] }],
      getAll: async () => [...cookies.values()],
      remove: async ({ name }: { name: string }) => void cookies.delete(name),
      set: async (details: chrome.cookies.Cookie) => {
        await before("cookie");
        cookies.set(details.name, cookie(details.name));
        return details;
      },
    },
  });
});

const loadsHere = () => new StateLoads(area.asArea(), told as () => void);
const load = (loads: StateLoads, signal = new AbortController().signal) => loads.replace(TAB, WANTED, signal);
const site = () => ({ cookies: [...cookies.keys()], local, session: sessions.get(1) });
const FORMER = { cookies: ["former"], local: [["former", "1"]], session: [["tab", "former"]] };

/** Begins a load that stops for good at a step, as when the worker dies there. */
async function dieAt(step: string): Promise<void> {
  const reached = new Promise<void>((resolve) => {
    before = (now) => {
      if (now !== step) return undefined;
      resolve();
      return new Promise(() => undefined);
    };
  });
  vi.useFakeTimers(); // those of a dead worker never fire
  void load(loadsHere());
  await reached;
  vi.useRealTimers();
  before = () => undefined;
}

test("a load that succeeds leaves nothing to take back", async () => {
  const loads = loadsHere();
  expect(await load(loads)).toEqual({ localStorage: 1, sessionStorage: 1, cookies: 1 });
  expect(site()).toEqual({ cookies: ["saved"], local: [["saved", "1"]], session: [["tab", "saved"]] });
  expect(loads.halfLoaded()).toEqual([]);
  expect(area.data).toEqual({ gasoline_loads: {} });
});

test.each(["cookie", "storage"])("a worker that died at a %s leaves it to the next one", async (step) => {
  await dieAt(step);
  const next = loadsHere();
  await next.resume();
  expect(site()).toEqual(FORMER);
  expect(next.halfLoaded()).toEqual([]);
  expect(area.data).toEqual({ gasoline_loads: {} });
});

test("cookies come back without a tab, and that is all where storage was not touched", async () => {
  await dieAt("cookie");
  tabs = [];
  const next = loadsHere();
  await next.resume();
  expect(site()).toEqual(FORMER);
  expect(next.halfLoaded()).toEqual([]);
});

test("storage waits for a page of the site, and the server is notified", async () => {
  await dieAt("storage");
  tabs = [];
  local = [["saved", "1"]];
  const next = loadsHere();
  await next.resume();
  expect([...cookies.keys()]).toEqual(["former"]);
  expect(next.halfLoaded()).toEqual([ORIGIN]);
  expect(told).toHaveBeenCalledTimes(1);
  tabs = [OTHER_TAB];
  cookies.set("fresh", cookie("fresh"));
  next.opened(OTHER_TAB.id, ORIGIN);
  await vi.waitFor(() => expect(next.halfLoaded()).toEqual([]));
  expect(local).toEqual([["former", "1"]]);
  expect(sessions.get(2), "its own").toEqual([["tab", "other"]]);
  expect([...cookies.keys()], "set since then").toEqual(["former", "fresh"]);
  await vi.waitFor(() => expect(told).toHaveBeenCalledTimes(2));
});

test("a tab that closes during a load is reported, and the state is restored with the next page", async () => {
  const loads = loadsHere();
  before = (step) => {
    if (step === "storage") {
      tabs = [];
      throw new Error("No tab with id");
    }
  };
  await expect(load(loads)).rejects.toMatchObject({
    code: "state_half_restored",
    hint: expect.stringContaining(ORIGIN),
  });
  before = () => undefined;
  expect(loads.halfLoaded()).toEqual([ORIGIN]);
  tabs = [OTHER_TAB];
  await loads.settle(OTHER_TAB);
  expect([loads.halfLoaded(), local, [...cookies.keys()]]).toEqual([[], [["former", "1"]], ["former"]]);
});

test("switching off in the middle brings the former state back", async () => {
  const off = new AbortController();
  before = (step) => step === "storage" && off.abort();
  await expect(load(loadsHere(), off.signal)).rejects.toThrow();
  expect(site()).toEqual(FORMER);
});

test("what a private window kept went with it", async () => {
  await dieAt("storage");
  vi.spyOn(chrome.cookies, "getAllCookieStores").mockResolvedValue([] as never);
  const next = loadsHere();
  await next.resume();
  expect(next.halfLoaded()).toEqual([]);
});
