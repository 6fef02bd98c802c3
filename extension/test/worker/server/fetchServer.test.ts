// No request to the server carries the cookies of other servers on this host, and none follows a redirect.
import { expect, test, vi } from "vitest";
import { fetchServer } from "../../../src/worker/server/fetchServer.js";

test("requests to the server omit credentials and refuse redirects, whatever the caller says", async () => {
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => new Response());
  vi.stubGlobal("fetch", fetched);
  await fetchServer("http://127.0.0.1:7890/pair", {
    credentials: "include",
    redirect: "follow",
    method: "POST",
  });
  expect(fetched.mock.calls[0]?.[1]).toEqual({ credentials: "omit", redirect: "error", method: "POST" });
});
