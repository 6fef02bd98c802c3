// Injection into open pages: every document gets the recorders, none twice.
import { beforeEach, expect, test, vi } from "vitest";
import { injectInto } from "../../src/worker/inject.js";

interface Order {
  target: { documentIds?: string[] };
  files?: string[];
}

/** The documents of the tab that have the content script. */
let recorded: Set<string>;
let gone: Set<string>;
let injected: string[];

beforeEach(() => {
  recorded = new Set();
  gone = new Set();
  injected = [];
  vi.stubGlobal("chrome", {
    scripting: {
      executeScript: async ({ target, files }: Order) => {
        if (files === undefined) {
          return ["top", "frame"].map((documentId) => ({ documentId, result: !recorded.has(documentId) }));
        }
        for (const documentId of target.documentIds ?? []) {
          if (gone.has(documentId)) throw new Error(`No document with id ${documentId}.`);
          injected.push(`${documentId} ${files.join()}`);
          if (files.includes("content.js")) recorded.add(documentId);
        }
        return [];
      },
    },
  });
});

test("each document gets page.js first", async () => {
  await injectInto(4);
  expect(injected.toSorted()).toEqual(["frame content.js", "frame page.js", "top content.js", "top page.js"]);
  expect(injected.indexOf("top page.js")).toBeLessThan(injected.indexOf("top content.js"));
});

test("a document that is recorded is left alone", async () => {
  recorded.add("top");
  await injectInto(4);
  expect(injected).toEqual(["frame page.js", "frame content.js"]);
});

test("two injections at once give each document one copy", async () => {
  await Promise.all([injectInto(4), injectInto(4)]);
  expect(injected.length).toBe(4);
});

test("a document that goes away meanwhile does not keep the others from it", async () => {
  gone.add("top");
  await injectInto(4);
  expect(injected).toEqual(["frame page.js", "frame content.js"]);
});
