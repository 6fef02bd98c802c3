// Why a question has no answer: a stable code, and what to do next.
import { STORE_NAME } from "#platform/browser.js";
import { tabProblemIn } from "#platform/worker/apiErrors.js";
import type { RefusalCode } from "../../shared/probeTypes.js";

export type FailureCode =
  | RefusalCode
  | "no_tab"
  | "tab_closed"
  | "tab_asleep"
  | "page_not_ready"
  | "page_not_allowed"
  | "site_not_captured"
  | "tab_not_visible"
  | "screenshot_not_allowed"
  | "screenshot_failed"
  | "ai_web_pilot_disabled"
  | "state_too_large"
  | "cookie_refused"
  | "snapshots_full"
  | "snapshot_not_found"
  | "snapshot_of_another_origin"
  | "state_half_restored"
  | "timeout"
  | "unknown_query"
  | "extension_error";

export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
    /** What to do next. */
    readonly hint: string,
  ) {
    super(message);
  }
}

export function notAllowed(tabId: number): Failure {
  return new Failure(
    "page_not_allowed",
    `Tab ${tabId} shows a browser page, an error page or ${STORE_NAME}, which extensions cannot access.`,
    "Ask about another tab: observe what=tabs lists them.",
  );
}

export function notCaptured(tabId: number): Failure {
  return new Failure(
    "site_not_captured",
    `The site in tab ${tabId} is not captured.`,
    'Ask the user to click the Gasoline icon on that tab and turn on "Capture this site".',
  );
}

export function asleep(tabId: number): Failure {
  return new Failure(
    "tab_asleep",
    `The browser has put tab ${tabId} to sleep to save memory.`,
    "Ask the user to click the tab to wake it, then ask again.",
  );
}

export function tabClosed(tabId: number): Failure {
  return new Failure(
    "tab_closed",
    `Tab ${tabId} no longer exists.`,
    "List the open ones with observe what=tabs.",
  );
}

/** Translates the browser's error messages about a tab. */
export function explain(tabId: number, error: unknown): Failure {
  const words = error instanceof Error ? error.message : String(error);
  const problem = tabProblemIn(words);
  switch (problem) {
    case "closed":
      return tabClosed(tabId);
    case "not_captured":
      return notCaptured(tabId);
    case "not_allowed":
      return notAllowed(tabId);
    case null:
      return fault(words);
    default:
      return problem satisfies never;
  }
}

/** An unexpected failure. */
export function fault(words: string): Failure {
  return new Failure(
    "extension_error",
    words,
    "Reload the tab and ask again; if it fails again, run `gasoline doctor`.",
  );
}
