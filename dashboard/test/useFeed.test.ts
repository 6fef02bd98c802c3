// @vitest-environment jsdom
import { h, render } from "preact";
import { expect, it } from "vitest";
import type { Feed } from "../src/feed/feed.js";
import { useFeed } from "../src/feed/useFeed.js";

it("shows what the feed announced between the first render and the subscription", async () => {
  const listeners = new Set<() => void>();
  const fake = {
    version: 0,
    connection: "connecting",
    listen: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const feed = fake as unknown as Feed;
  const Shown = () => {
    useFeed(feed);
    return h("p", null, feed.connection);
  };
  render(h(Shown, null), document.body);
  expect(listeners.size).toBe(0);
  fake.connection = "live";
  fake.version = 1;
  await expect.poll(() => document.body.textContent).toBe("live");
});
