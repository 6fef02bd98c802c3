// Which sites are local, can be captured, and are.
import { expect, test } from "vitest";
import { isCapturable, isCapturedSite, isLocalUrl, permissionPattern } from "../../src/shared/sites.js";

test.each([
  "http://localhost/",
  "http://localhost:3000/a",
  "https://app.localhost:8443/",
  "http://127.0.0.1:7890/",
  "http://[::1]:5173/",
])("%s is local", (url) => expect(isLocalUrl(url)).toBe(true));

test.each([
  "http://localhost.example.com/",
  "http://notlocalhost/",
  "http://127.0.0.1.nip.io/",
  "http://192.168.0.1/",
  "file:///etc/hosts",
  "chrome://version",
  "",
])("%s is not local", (url) => expect(isLocalUrl(url)).toBe(false));

test.each([
  "chrome://version",
  "https://chromewebstore.google.com/detail/x",
  "about:blank",
  "file:///a.html",
])("%s cannot be captured", (url) => expect(isCapturable(url)).toBe(false));

test("local sites are captured unless disabled, others only when named", () => {
  const settings = {
    disabledSites: ["http://localhost:3000"],
    capturedSites: ["https://example.com"],
    captureAllSites: false,
    serverUrl: "http://127.0.0.1:7890",
  };
  const captured = (url: string) => isCapturedSite(url, settings);
  expect(captured("http://localhost:3000/a")).toBe(false);
  expect(captured("http://localhost:3001/a")).toBe(true);
  expect(captured("https://example.com/x")).toBe(true);
  expect(captured("https://sub.example.com/x")).toBe(false);
});

test.each(["127.0.0.1:7890", "localhost:7890", "[::1]:7890"])(
  "the dashboard at %s is never captured",
  (host) => {
    const settings = {
      disabledSites: [],
      capturedSites: [`http://${host}`],
      captureAllSites: true,
      serverUrl: "http://127.0.0.1:7890",
    };
    expect(isCapturedSite(`http://${host}/#errors`, settings)).toBe(false);
    expect(isCapturedSite(`http://${host.replace("7890", "7891")}/`, settings)).toBe(true);
    expect(isCapturedSite(`https://${host}/`, settings)).toBe(true);
  },
);

test("a permission pattern has no port", () => {
  expect(permissionPattern("https://example.com:8443")).toBe("https://example.com/*");
});
