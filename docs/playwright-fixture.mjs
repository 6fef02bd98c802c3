// A Playwright test whose browser has the Gasoline extension; a failed test leaves a capsule. Run with `gasoline record`.
import { execFileSync } from "node:child_process";
import { test as base, chromium, expect } from "@playwright/test";

const { GASOLINE_EXTENSION: extension, GASOLINE_CAPSULES: folder, GASOLINE_BROWSER: executablePath } = process.env;
const gasoline = (...words) => execFileSync("gasoline", words, { stdio: "pipe" });
const isConnected = () => JSON.parse(gasoline("call", "observe", "what=pilot")).extension_connected;

export { expect };
export const test = base.extend({
  // Playwright reads which fixtures this one needs from its first parameter: none.
  context: async ({}, use, info) => {
    if (!extension) throw new Error("Run the tests with: gasoline record -- npx playwright test");
    const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const context = await chromium.launchPersistentContext("", {
      executablePath,
      channel: executablePath ? undefined : "chromium",
      args: [`--disable-extensions-except=${extension}`, `--load-extension=${extension}`, ...root],
    });
    if (!context.serviceWorkers().length) await context.waitForEvent("serviceworker");
    await expect.poll(isConnected, { timeout: 20_000, message: "the extension connects" }).toBe(true);
    gasoline("call", "clear_browser_logs");
    await use(context);
    if (info.status !== info.expectedStatus) {
      const name = info.titlePath.join(" ").replace(/[^\w-]+/g, "-");
      gasoline("capsule", "save", `${folder}/${name}.gasoline`, "--note", info.error?.message ?? "The test failed.");
    }
    await context.close();
  },
  page: async ({ context }, use) => use(await context.newPage()),
});
