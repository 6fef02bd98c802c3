// Answers the server's questions, with a handler or a probe; a missing one fails the build.

import { EXTENSION_SCHEME, EXTENSIONS_PAGE } from "#platform/browser.js";
import { PROSE_CHARS, URL_CHARS } from "../../generated/limits.js";
import {
  PROBE_QUERIES,
  type Query,
  type QueryError,
  type QueryResult,
  type WorkerQuery,
} from "../../generated/wire.js";
import type { Settings } from "../../shared/settings.js";
import { isCapturedSite } from "../../shared/sites.js";
import { TITLE_CHARS } from "../../shared/titles.js";
import { within } from "../../shared/within.js";
import { execute } from "../pilot/execute.js";
import { highlight } from "../pilot/highlight.js";
import { manageState } from "../pilot/manageState.js";
import type { PilotParts } from "../pilot/pilotParts.js";
import type { ReportProgress } from "../reportProgress.js";
import { askPage } from "../tabs/askProbe.js";
import { backgroundTab, capturedTab } from "../tabs/capturedTab.js";
import { lastWindowId, tabsByRecency } from "../tabs/chooseTab.js";
import { Failure, fault } from "../tabs/failure.js";
import { accessibility } from "./accessibility.js";
import { screenshot } from "./screenshot.js";

const MAX_TABS = 500; // tabs in one answer

/** One line of `get_tabs`. */
interface TabLine {
  tabId: number;
  url: string;
  title: string;
  active: boolean;
  captured: boolean;
}

type Handler = (
  query: Query,
  settings: Settings,
  pilot: PilotParts,
  reportProgress: ReportProgress,
  signal: AbortSignal,
) => Promise<unknown>;

const HANDLERS: Record<WorkerQuery, Handler> = {
  tabs: listTabs,
  accessibility: (query, settings, _pilot, reportProgress, signal) =>
    accessibility(query, settings, reportProgress, signal),
  screenshot,
  highlight: piloted(highlight),
  manage_state: piloted(manageState),
  execute: piloted(execute),
};

/** A command that runs only while AI Web Pilot is on. */
function piloted(
  command: (query: Query, settings: Settings, signal: AbortSignal, pilot: PilotParts) => Promise<unknown>,
): Handler {
  return (query, settings, pilot) => pilot.gate(query, (signal) => command(query, settings, signal, pilot));
}

/** Always returns an answer: a result, or an error that says what to do. After `signal`, the answer is dropped. */
export async function answer(
  query: Query,
  settings: Settings,
  pilot: PilotParts,
  reportProgress: ReportProgress,
  signal: AbortSignal,
): Promise<QueryResult> {
  try {
    const handled = handle(query, settings, pilot, reportProgress, signal).then((result) => ({ result }));
    const answered = await within(handled, query.timeoutMs);
    if (answered === undefined) throw late(query.timeoutMs);
    const tab = await backgroundTab(query);
    return { id: query.id, ...answered, ...(tab === undefined ? {} : { backgroundTab: tab }) };
  } catch (error) {
    return { id: query.id, error: describe(error) };
  }
}

function late(timeoutMs: number): Failure {
  return new Failure(
    "timeout",
    `The page did not answer within ${timeoutMs} ms: it is busy, shows a dialog or is frozen.`,
    "Check the tab, reload it if it is frozen, and ask again.",
  );
}

async function handle(
  query: Query,
  settings: Settings,
  pilot: PilotParts,
  reportProgress: ReportProgress,
  signal: AbortSignal,
): Promise<unknown> {
  if (Object.hasOwn(HANDLERS, query.type))
    return HANDLERS[query.type as WorkerQuery](query, settings, pilot, reportProgress, signal);
  const question = PROBE_QUERIES.find((name) => name === query.type);
  if (question !== undefined) {
    const tab = await capturedTab(query, settings);
    return askPage(tab.id, question, query.params ?? {});
  }
  throw new Failure(
    "unknown_query",
    `This extension does not know "${query.type}": it is older than the server.`,
    `Ask the user to reload the extension on ${EXTENSIONS_PAGE}.`,
  );
}

function describe(error: unknown): QueryError {
  const words = error instanceof Error ? error.message : String(error);
  const { code, message, hint } = error instanceof Failure ? error : fault(words);
  return { code, message: message.slice(0, PROSE_CHARS), hint: hint.slice(0, PROSE_CHARS) };
}

async function listTabs(_query: Query, settings: Settings): Promise<TabLine[]> {
  const windowId = await lastWindowId();
  const tabs = (await tabsByRecency()).filter(({ url }) => !url.startsWith(EXTENSION_SCHEME));
  return tabs.slice(0, MAX_TABS).map((tab) => ({
    tabId: tab.id,
    url: tab.url.slice(0, URL_CHARS),
    title: (tab.title ?? "").slice(0, TITLE_CHARS),
    active: tab.active && tab.windowId === windowId,
    captured: isCapturedSite(tab.url, settings),
  }));
}
