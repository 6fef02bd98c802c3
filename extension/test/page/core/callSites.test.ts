// Where the page's code called from: the page's own frames, at a bounded rate, and nothing that the page notices.
import { expect, test } from "vitest";

/** As callSites.ts has it: importing it needs a window. */
const CALL_STACKS_BURST = 100;

import { openCapturedPage } from "../bundle.js";

const APP = "\n//# sourceURL=http://shop.test/src/app.js";

test("a console message says which lines of the page made it", () => {
  const page = openCapturedPage();
  page.run(`function inner() { console.log("hi"); }\nfunction outer() { inner(); }\nouter();${APP}`);
  page.flush();
  const [entry] = page.entries();
  expect(entry?.id).toMatch(/./);
  const lines = String(entry?._callStack).split("\n").filter(Boolean);
  expect(lines[0]).toBe("    at inner (http://shop.test/src/app.js:1:28)");
  expect(lines[1]).toBe("    at outer (http://shop.test/src/app.js:2:20)");
});

test("an error that is logged says it, too", () => {
  const page = openCapturedPage();
  page.run(`console.error("no");${APP}`);
  page.flush();
  expect(page.entries()[0]?._callStack).toContain("http://shop.test/src/app.js:1:9");
});

// CON-10
test("a page that logs without end pays for the first ones", () => {
  const page = openCapturedPage();
  const count = CALL_STACKS_BURST + 500;
  page.run(`for (let i = 0; i < ${count}; i++) console.log(i);${APP}`);
  page.flush();
  const entries = page.entries();
  const stacks = entries.filter((entry) => entry._callStack !== undefined);
  expect(entries).toHaveLength(count);
  expect(stacks.length).toBeGreaterThanOrEqual(CALL_STACKS_BURST);
  expect(stacks.length).toBeLessThan(count / 2);
});

test("a page that formats stacks itself is not asked to", () => {
  const page = openCapturedPage();
  page.run(`asked = 0; Error.prepareStackTrace = () => { asked++; return ""; }; console.log("hi");${APP}`);
  page.flush();
  expect(page.window.asked).toBe(0);
  expect(page.entries()[0]).not.toHaveProperty("_callStack");
});

test("long frames are omitted completely", () => {
  const page = openCapturedPage();
  page.run(`function f() { console.log("hi"); }\nf();\n//# sourceURL=http://shop.test/${"x".repeat(900)}.js`);
  page.flush();
  for (const line of String(page.entries()[0]?._callStack).split("\n").filter(Boolean)) {
    expect(line).toMatch(/:\d+:\d+\)?$/);
  }
});
