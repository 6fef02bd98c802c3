// Why a question has no answer: a stable code, and what to do next.

export type FailureCode =
  | "no_tab"
  | "tab_closed"
  | "page_not_allowed"
  | "timeout"
  | "unknown_query"
  | "extension_error";

export class Failure extends Error {
  constructor(
    readonly code: FailureCode,
    message: string,
  ) {
    super(message);
  }
}

export function notAllowed(tabId: number): Failure {
  return new Failure(
    "page_not_allowed",
    `Tab ${tabId} is not captured. On that tab, click the Gasoline icon and tick "Capture this site". ` +
      "The browser's own pages and the Chrome Web Store are closed to every extension.",
  );
}

export function tabClosed(tabId: number): Failure {
  return new Failure(
    "tab_closed",
    `There is no tab ${tabId} any more. List the open ones with observe what=tabs.`,
  );
}

/** What Chrome's own words about a tab mean. */
export function explain(tabId: number, error: unknown): Failure {
  const words = error instanceof Error ? error.message : String(error);
  if (/no tab with id|tab was closed|frame.*(removed|not found)|no frame/i.test(words))
    return tabClosed(tabId);
  if (/cannot access|cannot be scripted|error page|permission/i.test(words)) return notAllowed(tabId);
  return new Failure("extension_error", words);
}
