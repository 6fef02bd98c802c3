// @vitest-environment jsdom
// What the context of an error may cost: each step has its time, and what is there by then is used.
import { afterEach, expect, test, vi } from "vitest";

vi.useFakeTimers({ toFake: ["performance"] });
// After the clock is fake: the natives are taken when the module is loaded.
const { COMPONENT_ANCESTRY_MS, COMPONENT_WALK_MS } = await import("../../../src/page/context/deadline.js");
const { componentsAround } = await import("../../../src/page/context/componentsAround.js");
const { takeScene } = await import("../../../src/page/context/scene.js");
const { STATE_SNAPSHOT_MS, StateWatch } = await import("../../../src/page/context/state/stateWatch.js");

afterEach(() => {
  document.body.replaceChildren();
  Reflect.deleteProperty(window, "store");
});

/** An object each of whose properties takes so long to list, as behind a proxy of the page. */
function slow<T extends object>(target: T, ms: number): T {
  return new Proxy(target, {
    ownKeys: (object) => {
      vi.advanceTimersByTime(ms);
      return Reflect.ownKeys(object);
    },
  });
}

function namesAround(properties: object): string[] | undefined {
  const button = Object.assign(document.createElement("button"), properties);
  document.body.append(button);
  return componentsAround({
    candidates: [button],
    fiber: undefined,
    root: undefined,
  })?.ancestry.components.map(({ name }) => name);
}

function fibers(count: number, ms: number): object {
  let fiber: object | null = null;
  for (let i = count; i > 0; i--)
    fiber = { tag: 0, type: { displayName: `C${i}` }, memoizedProps: slow({}, ms), return: fiber };
  return fiber as object;
}

function vueInstances(count: number, ms: number): object {
  let instance: object | null = null;
  for (let i = count; i > 0; i--)
    instance = { type: { name: `C${i}` }, vnode: { props: slow({}, ms) }, parent: instance };
  return instance as object;
}

test.each([
  ["React", (ms: number) => ({ __reactFiber$1: fibers(8, ms) })],
  ["Vue", (ms: number) => ({ __vueParentComponent: vueInstances(8, ms) })],
])("the ancestry of %s is complete in its time, and truncated where it is when the time is up", (_, make) => {
  expect(namesAround(make(1))).toHaveLength(8);
  expect(namesAround(make(COMPONENT_ANCESTRY_MS / 2 - 1))).toEqual(["C1", "C2", "C3"]);
  expect(namesAround(make(COMPONENT_ANCESTRY_MS + 1))).toEqual(["C1", "C2"]);
});

const ALL = ["C1", "C2", "C3", "C4", "C5", "C6", "C7", "C8"];

/** Reading the type of the fiber takes so long: the first time, as if the machine did something else, or each time. */
function slowFiber(fiber: object, ms: number, times = Number.POSITIVE_INFINITY): object {
  let left = times;
  return new Proxy(fiber, {
    get: (target, key) => {
      if (key === "type" && left-- > 0) vi.advanceTimersByTime(ms);
      return Reflect.get(target, key);
    },
  });
}

/** The names around a button when they are read later, from what was kept at the time of the error. */
function namesInScene(fiber: object): string[] | undefined {
  const button = Object.assign(document.createElement("button"), { __reactFiber$1: fiber });
  document.body.append(button);
  return componentsAround(takeScene([button]))?.ancestry.components.map(({ name }) => name);
}

test("a pause of the machine does not take components away", () => {
  expect(namesAround({ __reactFiber$1: slowFiber(fibers(8, 0), 1000, 1) })).toEqual(ALL);
  expect(namesInScene(slowFiber(fibers(8, 0), 1000, 1))).toEqual(ALL);
});

test("fibers beside the path to the root do not use up the time of those on it", () => {
  const path = fibers(8, 0) as Record<string, object>;
  for (let each = path; each; each = each.return as Record<string, object>) {
    each.child = slowFiber({ tag: 5, sibling: slowFiber({ tag: 5 }, COMPONENT_WALK_MS) }, COMPONENT_WALK_MS);
    each.alternate = slowFiber({ tag: 5 }, COMPONENT_WALK_MS);
  }
  expect(namesInScene(path)).toEqual(ALL);
});

function stateField(ms: number): string {
  return fieldOf(Array.from({ length: 10 }, () => slow({ message: "no" }, ms)));
}

/** Of a store with these values, whose keys are `error0`, `error1`, …. */
function fieldOf(values: object[]): string {
  const state = Object.fromEntries(values.map((value, i) => [`error${i}`, value]));
  Object.assign(window, {
    store: { getState: () => state, subscribe: () => () => undefined, dispatch() {} },
  });
  return new StateWatch().field("error0", undefined);
}

// ERR-15
test("the state is there when it is read in its time, and skipped when it takes longer", () => {
  expect(stateField(0)).toContain('"_stateSnapshot"');
  expect(stateField(STATE_SNAPSHOT_MS / 4)).toBe("");
});

/** Only the first look takes so long, as if the machine did something else. */
function slowOnce<T extends object>(target: T, ms: number): T {
  let leftMs = ms;
  return new Proxy(target, {
    ownKeys: (object) => {
      vi.advanceTimersByTime(leftMs);
      leftMs = 0;
      return Reflect.ownKeys(object);
    },
  });
}

// ERR-15
test("a pause of the machine does not take the state away, two of them do", () => {
  const value = () => slowOnce({ message: "no" }, 10 * STATE_SNAPSHOT_MS);
  expect(fieldOf([value(), {}, {}])).toContain('"_stateSnapshot"');
  expect(fieldOf([value(), {}, value(), {}])).toBe("");
});

test("reading the state ends soon after its time", () => {
  const startMs = performance.now();
  stateField(STATE_SNAPSHOT_MS / 4);
  expect(performance.now() - startMs).toBeLessThan(2 * STATE_SNAPSHOT_MS);
});
