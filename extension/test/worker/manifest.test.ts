// The manifest: the pinned id, and no more than it needs.
import { expect, test } from "vitest";
import { TARGETS } from "../../buildTargets.mjs";
import manifest from "../../manifest.json" with { type: "json" };

const LOCAL = ["localhost", "*.localhost", "127.0.0.1", "[::1]"].flatMap((host) =>
  ["http", "https"].map((scheme) => `${scheme}://${host}/*`),
);

test("the key gives the id that the server pins", async () => {
  const key = Uint8Array.from(atob(manifest.key), (character) => character.charCodeAt(0));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", key)).slice(0, 16);
  const digits = [...hash].flatMap((byte) => [byte >> 4, byte & 15]);
  expect(digits.map((digit) => "abcdefghijklmnop"[digit]).join("")).toBe("pgnhnicdocpmnalajklfkmnaooihmdfi");
});

// EXT-01
test("installed, it may touch local development origins only", () => {
  expect([...manifest.host_permissions].sort()).toEqual([...LOCAL].sort());
  for (const script of manifest.content_scripts)
    expect([...script.matches].sort()).toEqual([...LOCAL].sort());
});

test("it asks for six permissions", () => {
  expect([...manifest.permissions].sort()).toEqual([
    "activeTab",
    "alarms",
    "cookies",
    "scripting",
    "storage",
    "userScripts",
  ]);
});

test("Firefox gets an event page and its own id, and nothing that it does not know", () => {
  const {
    key: _,
    minimum_chrome_version: _oldest,
    permissions,
    background: _worker,
    ...same
  } = { ...manifest, version_name: "1.0rc1" };
  const { version_name: _name, ...common } = same;
  const firefox = TARGETS.firefox.manifest({ ...manifest, version_name: "1.0rc1" });
  const { background, browser_specific_settings, content_security_policy, ...rest } = firefox;
  expect(rest).toEqual({ ...common, permissions: permissions.filter((name) => name !== "userScripts") });
  // A policy without upgrade-insecure-requests: the worker speaks ws:// with the server.
  expect(content_security_policy).toEqual({ extension_pages: "script-src 'self'" });
  expect(background).toEqual({
    scripts: [
      "context.js",
      "bodies.js",
      "failures.js",
      "websockets.js",
      "traces.js",
      "runner.js",
      "worker.js",
    ],
  });
  expect(browser_specific_settings).toMatchObject({ gecko: { id: expect.stringMatching(/^gasoline@/) } });
  expect(TARGETS.chromium.manifest(manifest)).toEqual(manifest);
});
