// Chromium's userScripts, which the user has to allow for the extension.
import type { UserScripts } from "../../contract.js";
import { EXTENSIONS_PAGE } from "../browser.js";

export const ALLOW_USER_SCRIPTS: UserScripts["ALLOW_USER_SCRIPTS"] =
  `Ask the user to open ${EXTENSIONS_PAGE}, then Gasoline's Details, and turn on “Allow User Scripts”; then call ` +
  "again. observe what=dom works without it.";

/** The object exists only while "Allow User Scripts" is on, and its `execute` since Chrome 135. */
export const areUserScriptsAllowed: UserScripts["areUserScriptsAllowed"] = () => {
  try {
    return typeof chrome.userScripts?.execute === "function";
  } catch {
    return false;
  }
};

export const runUserScript: UserScripts["runUserScript"] = async (tabId, documentId, code) => {
  const target = { tabId, documentIds: [documentId] };
  const [frame] = await chrome.userScripts.execute({
    target,
    world: "MAIN",
    injectImmediately: true,
    js: [{ code }],
  });
  return frame?.result;
};
