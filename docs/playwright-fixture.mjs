// A Playwright test whose browser has the Gasoline extension; a failed test leaves a capsule. Run with `gasoline record`.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { test as base, chromium, expect } from "@playwright/test";

const { GASOLINE_STATE_DIR, GASOLINE_CAPSULES, GASOLINE_BROWSER } = process.env;
const NAME_CHARS = 60;
const NOTE_CHARS = 2_000; // more is refused
const COLORS = /\u001b\[[0-9;]*m/g;

export { expect };
export const test = base.extend({
  // Each worker has a server of its own, so that tests that run at the same time do not mix.
  gasoline: [
    // Playwright reads which fixtures this one needs from its first parameter: none.
    async ({}, use, { parallelIndex }) => {
      if (!GASOLINE_CAPSULES) throw new Error("Run the tests with: gasoline record -- npx playwright test");
      const env = { ...process.env, GASOLINE_STATE_DIR: join(GASOLINE_STATE_DIR, `worker-${parallelIndex}`) };
      const gasoline = (...words) => execFileSync("gasoline", words, { stdio: "pipe", encoding: "utf8", env }).trim();
      env.GASOLINE_PORT = "0"; // any that is free
      env.GASOLINE_PORT = String(JSON.parse(gasoline("call", "get_health")).port);
      await use(Object.assign(gasoline, { extension: gasoline("extension") }));
    },
    { scope: "worker" },
  ],
  // Extensions work only in a persistent context, so the options of `use` are passed on by name. `storageState` is not
  // among them: log in within the test.
  context: async (
    {
      gasoline, channel, headless, launchOptions, contextOptions,
      acceptDownloads, baseURL, bypassCSP, colorScheme, deviceScaleFactor, extraHTTPHeaders, geolocation, hasTouch,
      httpCredentials, ignoreHTTPSErrors, isMobile, javaScriptEnabled, locale, offline, permissions, proxy,
      serviceWorkers, timezoneId, userAgent, viewport,
    },
    use,
    info,
  ) => {
    const { extension } = gasoline;
    const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const executablePath = launchOptions.executablePath ?? GASOLINE_BROWSER;
    const context = await chromium.launchPersistentContext("", {
      ...contextOptions, ...launchOptions, headless, executablePath,
      channel: executablePath ? undefined : (channel ?? "chromium"),
      args: [...(launchOptions.args ?? []), `--disable-extensions-except=${extension}`, `--load-extension=${extension}`, ...root],
      acceptDownloads, baseURL, bypassCSP, colorScheme, deviceScaleFactor, extraHTTPHeaders, geolocation, hasTouch,
      httpCredentials, ignoreHTTPSErrors, isMobile, javaScriptEnabled, locale, offline, permissions, proxy,
      serviceWorkers, timezoneId, userAgent, viewport,
    });
    try {
      if (!context.serviceWorkers().length) await context.waitForEvent("serviceworker");
      gasoline("call", "clear_browser_logs");
      await use(context);
      if (info.status !== info.expectedStatus) {
        const message = info.error?.message ?? "The test failed.";
        const note = message.replace(COLORS, "").slice(0, NOTE_CHARS);
        gasoline("capsule", "save", join(GASOLINE_CAPSULES, `${nameOf(info)}.gasoline`), "--note", note);
      }
    } finally {
      await context.close();
    }
  },
  page: async ({ context }, use) => use(await context.newPage()),
});

// Project, titles and retry; the end of the test's id distinguishes tests that differ only in other characters.
function nameOf({ project, titlePath, testId, retry, repeatEachIndex }) {
  const title = [project.name, ...titlePath].join(" ").replace(/[^\p{L}\p{N}_]+/gu, "-");
  const again = `${repeatEachIndex ? `-repeat${repeatEachIndex}` : ""}${retry ? `-retry${retry}` : ""}`;
  return `${title.replace(/^-|-$/g, "").slice(0, NAME_CHARS)}-${testId.slice(-6)}${again}`;
}
