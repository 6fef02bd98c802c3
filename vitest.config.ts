// Unit tests of the extension and of the dashboard's page. Those that need a document say so in their first line.
import { readdirSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";

const files = ["extension/test", "dashboard/test"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `${folder}/${name.replaceAll("\\", "/")}`),
);
const documents = files.filter((file) =>
  readFileSync(file, "utf8").startsWith("// @vitest-environment jsdom"),
);

const shared = { testTimeout: 20_000, hookTimeout: 20_000, restoreMocks: true, unstubGlobals: true };

export default defineConfig({
  test: {
    projects: [
      // Starting a process and loading the modules for each file took most of the time, so these files share both.
      {
        test: {
          ...shared,
          name: "plain",
          include: files,
          exclude: documents,
          environment: "node",
          isolate: false,
        },
      },
      // Modules keep the natives of the window in which they were loaded: each file needs its own window and modules.
      { test: { ...shared, name: "document", include: documents, environment: "jsdom" } },
    ],
  },
});
