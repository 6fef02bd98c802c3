// From the call stack of an event to the update that says where the application called from, with real bundles.
import { expect, test, vi } from "vitest";
import type { Parcel } from "../../../src/shared/messages.js";
import { CallSites } from "../../../src/worker/snippets/callSites.js";
import { SourceFiles } from "../../../src/worker/snippets/sourceFiles.js";
import { bundle, ORIGIN, serve, stackOf } from "./builds.js";

vi.mock("../../../src/worker/tabs/askProbe.js", () => ({ askProbe: async () => [] }));

const PAGE = {
  tabId: 7,
  isTop: true,
  documentId: "d1",
  origin: ORIGIN,
  url: `${ORIGIN}/`,
  seenMs: Date.now(),
};
const SCRIPT = `${ORIGIN}/dist/main.js`;
const WAIT_MS = 3_000;

const { script, map } = await bundle();
const frames = stackOf(script, SCRIPT).replace(/^[^\n]*/, "");

async function updatesFor(events: object[], stream: Parcel["stream"] = "network") {
  const sent: Parcel[] = [];
  const { read, asked } = serve({ "/dist/main.js": script, "/dist/main.js.map": map });
  const sites = new CallSites(
    { deliver: (_tab, parcel) => sent.push(parcel), client: "w" },
    new SourceFiles(read),
  );
  const parcel = {
    stream,
    events: events.map((each) => JSON.stringify(each)).join(","),
    count: events.length,
    errors: 0,
    client: "page",
    seq: 1,
  };
  sites.consider(PAGE, parcel);
  sites.consider(PAGE, { ...parcel, seq: 2 });
  await sites.settled(WAIT_MS);
  return { sent, asked, updates: sent.flatMap((each) => JSON.parse(`[${each.events}]`)) };
}

test("a request gets the original line that made it and the next one, once", async () => {
  const { sent, updates } = await updatesFor([{ id: "a.1", url: "http://x/", _callStack: frames }]);
  expect(sent.map(({ stream }) => stream)).toEqual(["network"]);
  expect(updates).toEqual([
    {
      id: "a.1",
      calledFrom: [
        { file: "src/cart.ts", line: 9, column: 26, function: "totalOfCart" },
        expect.objectContaining({ file: "src/main.ts", line: 4 }),
      ],
    },
  ]);
});

test("frames of packages are passed over", async () => {
  const library = `\n    at get (${ORIGIN}/node_modules/axios/index.js:1:10)`;
  const { updates } = await updatesFor([{ id: "a.1", _callStack: library + frames }]);
  expect(updates[0].calledFrom[0].file).toBe("src/cart.ts");
});

test("a call from libraries alone is known to have no place", async () => {
  const library = `\n    at get (${ORIGIN}/node_modules/axios/index.js:1:10)\n    at r (${ORIGIN}/js/ky.min.js:1:9)`;
  const { updates } = await updatesFor([{ id: "a.1", _callStack: library }]);
  expect(updates).toEqual([{ id: "a.1", calledFrom: [] }]);
});

test("a line that cannot be mapped is named as the browser names it, before any that can", async () => {
  const unknown = `\n    at load (${ORIGIN}/gone.js:3:7)`;
  const { updates } = await updatesFor([{ id: "a.1", _callStack: unknown + frames }]);
  expect(updates[0].calledFrom[0]).toEqual({
    file: `${ORIGIN}/gone.js`,
    line: 3,
    column: 7,
    function: "load",
    isGenerated: true,
  });
});

test("a message of a WebSocket is named by its own id", async () => {
  const { updates } = await updatesFor(
    [{ id: "socket", eventId: "b.2", _callStack: frames }],
    "websocket_events",
  );
  expect(updates[0]).toMatchObject({ eventId: "b.2" });
  expect(updates[0]).not.toHaveProperty("id");
});

test("events without a name or a stack cost nothing", async () => {
  const { sent, asked } = await updatesFor([
    { _callStack: frames },
    { id: "a.1" },
    { id: "a.2", _callStack: 5 },
  ]);
  expect(sent).toEqual([]);
  expect(asked).toEqual([]);
});
