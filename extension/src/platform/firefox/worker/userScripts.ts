// Firefox has no userScripts.execute: where a page's policy forbids to compile a text, no script runs.
import type { UserScripts } from "../../contract.js";

export const ALLOW_USER_SCRIPTS: UserScripts["ALLOW_USER_SCRIPTS"] =
  "Firefox has no way around that policy. Use observe what=dom, which works without it, or open the page in Chromium.";

export const areUserScriptsAllowed: UserScripts["areUserScriptsAllowed"] = () => false;

export const runUserScript: UserScripts["runUserScript"] = () =>
  Promise.reject(new Error("Firefox has no userScripts.execute"));
