// @vitest-environment jsdom
// What is injected on demand: once in each document, however many questions come at the same time.
import { afterEach, expect, test, vi } from "vitest";
import { PROBES_GLOBAL } from "../../src/shared/probeTypes.js";

const world = globalThis as unknown as Record<string, unknown>;

afterEach(() => {
  delete world[PROBES_GLOBAL];
});

async function inject(): Promise<unknown> {
  vi.resetModules();
  await import("../../src/probes/index.js");
  return world[PROBES_GLOBAL];
}

test("a second injection keeps the probes that may be at work", async () => {
  const first = await inject();
  expect(first).toHaveProperty("accessibility");
  expect(await inject()).toBe(first);
});

test("an element that has the name of the probes does not keep them out", async () => {
  const element = { id: PROBES_GLOBAL };
  const inherited = Object.getPrototypeOf(globalThis) as object;
  Object.defineProperty(inherited, PROBES_GLOBAL, { value: element, configurable: true, writable: true });
  try {
    expect(await inject()).not.toBe(element);
  } finally {
    delete (inherited as Record<string, unknown>)[PROBES_GLOBAL];
  }
});
