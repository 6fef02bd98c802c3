// What a snapshot adds up: resources by type and size, long tasks and the script behind them.
import { describe, expect, it } from "vitest";
import { MAX_SNAPSHOT_RESOURCES } from "../../src/generated/limits.js";
import { type LongFrame, LongTaskTotals } from "../../src/performance/longTasks.js";
import { ResourceTotals, typeOf } from "../../src/performance/resources.js";

function resource(name: string, initiatorType: string, size = 0, requestMs = 0): PerformanceResourceTiming {
  const times = { startTime: 1000, responseEnd: 1000 + requestMs, duration: requestMs };
  const entry = { name, initiatorType, ...times, transferSize: size, decodedBodySize: 2 * size };
  return entry as PerformanceResourceTiming;
}

const task = (duration: number) => ({ duration, startTime: 5 }) as PerformanceEntry;
const frame = (...scripts: LongFrame["scripts"]) => ({ scripts }) as LongFrame;

describe("the type of a resource", () => {
  it.each([
    ["http://a.test/app", "script", "script"],
    ["http://a.test/app.css?v=1", "link", "style"],
    ["http://a.test/font.woff2", "css", "font"],
    ["http://a.test/bg.PNG", "css", "image"],
    ["http://a.test/theme", "css", "style"],
    ["http://a.test/photo", "img", "image"],
    ["http://a.test/data.js", "fetch", "fetch"],
    ["http://a.test/data", "xmlhttprequest", "fetch"],
    ["http://a.test/module.mjs#x", "link", "script"],
    ["http://a.test/page", "iframe", "other"],
  ])("of %s asked for by %s is %s", (name, initiator, type) => {
    expect(typeOf(resource(name, initiator))).toBe(type);
  });
});

describe("the tally of resources", () => {
  it("adds up bytes on the network and after decompression, in all and by type", () => {
    const tally = new ResourceTotals();
    tally.add(resource("/a.js", "script", 100));
    tally.add(resource("/b.js", "script", 50));
    tally.add(resource("/c.png", "img", 7));
    const { requestCount, transferSize, decodedSize, byType } = tally.totals();
    expect({ requestCount, transferSize, decodedSize }).toEqual({
      requestCount: 3,
      transferSize: 157,
      decodedSize: 314,
    });
    expect(byType).toEqual({ script: { count: 2, size: 150 }, image: { count: 1, size: 7 } });
  });

  it("measures a document until its last byte, not until its load is over", () => {
    const tally = new ResourceTotals();
    tally.add(resource("/app.js", "script", 1, 300));
    tally.add({ ...resource("/", "navigation", 1, 50), duration: 5000 }, "other");
    expect(tally.totals().slowestRequests?.map(({ url, duration }) => [url, duration])).toEqual([
      ["/app.js", 300],
      ["/", 50],
    ]);
  });

  // PERF-03
  it("names the three slowest, the slowest first", () => {
    const tally = new ResourceTotals();
    for (const ms of [10, 400, 30, 200]) tally.add(resource(`/${ms}`, "fetch", 1, ms));
    expect(tally.totals().slowestRequests?.map(({ url }) => url)).toEqual(["/400", "/200", "/30"]);
  });

  it("counts what is added later as if it had been added at once", () => {
    const [now, later] = [new ResourceTotals(), new ResourceTotals()];
    for (let size = 1; size <= 250; size++) {
      const entry = resource(`/${size}.png`, "img", (size * 37) % 251, (size * 91) % 257);
      now.add(entry);
      later.addLater(entry);
    }
    expect(later.resources()).toEqual(now.resources());
    expect(later.totals()).toEqual(now.totals());
  });

  it("keeps only the largest, however many there are", () => {
    const tally = new ResourceTotals();
    for (let size = 1; size <= MAX_SNAPSHOT_RESOURCES + 10; size++)
      tally.add(resource(`/${size}`, "img", size));
    expect(tally.resources()).toHaveLength(MAX_SNAPSHOT_RESOURCES);
    expect(tally.resources()[0]?.size).toBe(MAX_SNAPSHOT_RESOURCES + 10);
  });
});

describe("the tally of long tasks", () => {
  // PERF-02
  it("counts what took more than 50 ms and adds up what was above", () => {
    const tally = new LongTaskTotals();
    for (const ms of [50, 51, 120]) tally.addTask(task(ms));
    expect(tally.take()).toMatchObject({ count: 2, totalBlockingTime: 71, longest: 120, longestSince: 120 });
  });

  it("reports a task that is shorter than an earlier one, once", () => {
    const tally = new LongTaskTotals();
    tally.addTask(task(2000));
    tally.take();
    for (const ms of [700, 600]) tally.addTask(task(ms));
    expect(tally.take()).toMatchObject({
      longest: 2000,
      longestSince: 700,
      longestSinceAt: expect.any(String),
    });
    const nothingNew = tally.take();
    expect(nothingNew).toMatchObject({ longest: 2000, longestSince: 0 });
    expect(nothingNew).not.toHaveProperty("longestSinceAt");
  });

  it("knows nothing where the browser does not report them", () => {
    expect(new LongTaskTotals(false).take()).toEqual({
      count: null,
      totalBlockingTime: null,
      longest: null,
    });
  });

  it("names the script that ran longest, not one without an address", () => {
    const tally = new LongTaskTotals();
    tally.addFrame(frame({ duration: 90, sourceURL: "/slow.js" }, { duration: 300, sourceURL: "" }));
    tally.addFrame(frame({ duration: 60, sourceURL: "/other.js" }));
    expect(tally.script).toBe("/slow.js");
  });
});
