// How the tutorial runs the generated tests: in the browser that Gasoline uses.
import { execFileSync } from "node:child_process";

const FIND = "from gasoline.commands.find_browser import find_browser; print(find_browser())";
const executablePath = execFileSync("python", ["-c", FIND], { encoding: "utf8" }).trim();

export default {
  testDir: "../build/tutorial",
  outputDir: "../build/tutorial/results",
  workers: 1,
  reporter: "line",
  use: {
    launchOptions: {
      executablePath,
      // Chromium refuses to run as root with its sandbox.
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    },
  },
};
