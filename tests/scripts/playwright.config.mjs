// How the generated scripts are run: with time on a busy machine, but no long wait for
// what is known not to be there.
const PATIENT_MS = 10_000;
const BRIEF_MS = 1_000;

export default {
  testDir: ".",
  workers: 3, // they wait more than they work
  fullyParallel: true,
  retries: 0,
  timeout: 60_000,
  reporter: "json",
  use: {
    launchOptions: {
      executablePath: process.env.BROWSER_PATH,
      args: JSON.parse(process.env.BROWSER_FLAGS),
    },
    actionTimeout: PATIENT_MS,
  },
  projects: [
    { name: "most", testIgnore: /\.(heading|broken)\./, expect: { timeout: PATIENT_MS } },
    { name: "brief", testMatch: /\.(heading|broken)\./, expect: { timeout: BRIEF_MS } },
  ],
};
