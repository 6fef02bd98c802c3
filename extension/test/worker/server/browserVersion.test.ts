// Which browser a report names.
import { describe, expect, it } from "vitest";
import { type Brands, browserVersion } from "../../../src/worker/server/browserVersion.js";

function brands(...names: string[]): Brands {
  const fullVersionList = names.map((brand) => ({ brand, version: "146.0.7680.66" }));
  return { getHighEntropyValues: async () => ({ fullVersionList }) };
}

describe("the browser's name and version", () => {
  it.each([
    [["Chromium", "Not.A/Brand", "Google Chrome"], "Google Chrome 146.0.7680.66"],
    [["Not(A:Brand", "Microsoft Edge", "Chromium"], "Microsoft Edge 146.0.7680.66"],
    [["Not A Brand", "Chromium"], "Chromium 146.0.7680.66"],
  ])("of %j is %s", async (names, expected) => {
    expect(await browserVersion({ userAgent: "Chrome/146", userAgentData: brands(...names) })).toBe(expected);
  });

  it("is in the user agent of a browser without brands", async () => {
    const agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
    expect(await browserVersion({ userAgent: agent })).toBe("Firefox 140.0");
  });

  it("is unknown if the browser refuses to say", async () => {
    const refusing: Brands = { getHighEntropyValues: () => Promise.reject(new Error("NotAllowedError")) };
    expect(await browserVersion({ userAgent: "Something/1", userAgentData: refusing })).toBe("");
  });
});
