// The browsers that the extension is built for, and what differs between their builds.

/** In the order in which an event page needs them; a service worker loads the others itself (src/worker/loadParts.ts). */
const EVENT_PAGE = [
  "context.js",
  "bodies.js",
  "failures.js",
  "websockets.js",
  "traces.js",
  "runner.js",
  "worker.js",
];

/**
 * Each browser: the folder of its build, what esbuild needs to know, and its manifest. `conditions` choose the folder of
 * `#platform/…` (`imports` in package.json).
 */
export const TARGETS = {
  chromium: {
    folder: "dist",
    esbuild: { target: "chrome120" },
    manifest: (manifest) => manifest,
  },
  firefox: {
    folder: "dist-firefox",
    esbuild: { target: "firefox153", conditions: ["firefox"] },
    manifest: firefoxManifest,
  },
};

/** Without what Firefox does not know: a key, user scripts that an extension may always use, a second version. */
function firefoxManifest({ key: _, minimum_chrome_version: _oldest, version_name: _name, ...manifest }) {
  return {
    ...manifest,
    permissions: manifest.permissions.filter((permission) => permission !== "userScripts"),
    background: { scripts: EVENT_PAGE },
    // Firefox's default would turn ws://localhost into wss://localhost.
    content_security_policy: { extension_pages: "script-src 'self'" },
    browser_specific_settings: {
      gecko: {
        id: "gasoline@gasoline-mcp.github.io",
        // The oldest one that is tested.
        strict_min_version: "153.0",
        data_collection_permissions: { required: ["none"] },
      },
    },
  };
}
