// Unit tests of the extension and of the dashboard's page; tests that need a document say so in their first line.
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["extension/test/**/*.test.ts", "dashboard/test/**/*.test.ts"],
    environment: "node",
    testTimeout: 20_000,
    hookTimeout: 20_000,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
