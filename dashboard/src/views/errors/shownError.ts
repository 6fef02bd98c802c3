// An error as `observe what=errors` returns it; unknown fields are omitted.
import type { Marked } from "../../parts/trustBadge.js";

export interface ShownError extends Marked {
  type: "console" | "exception" | "network" | "resource";
  ts: string;
  url: string;
  tabId?: number;
  message?: string;
  args?: unknown[];
  stack?: string;
  rejection?: boolean;
  errorType?: string;
  method?: string;
  status?: number;
  statusText?: string;
  response?: string;
  error?: string;
  element?: string;
  source?: string;
  count?: number;
  firstSeen?: string;
  lastSeen?: string;
  _causes?: Cause[];
  _context?: Record<string, unknown>;
  _screenshot?: string;
  _failedRequest?: FailedRequest;
  _serverLog?: { entries: JoinedEntry[] };
  _actions?: RecentAction[];
  _aiContext?: {
    summary?: string;
    sourceSnippets?: SourceSnippet[];
    componentAncestry?: { framework: string; components: Component[] };
    stateSnapshot?: StateSnapshot;
  };
}

export interface Cause {
  name: string;
  message: string;
  stack?: string;
}

export interface FailedRequest {
  method: string;
  url: string;
  status?: number;
  duration?: number;
  response?: string;
  error?: string;
  id?: string;
}

export interface RecentAction {
  ts: string;
  type: string;
  target?: string;
  text?: string;
  value?: string;
}

export interface SourceSnippet {
  file: string;
  line: number;
  function?: string;
  isGenerated?: boolean;
  snippet: { line: number; text: string; isError?: boolean }[];
}

export interface Component {
  name: string;
  propKeys?: string[];
  stateKeys?: string[];
}

export interface StateSnapshot {
  source: string;
  keys: Record<string, { type: string }>;
  relevantSlice?: Record<string, unknown>;
  changed?: string[];
}

/** Its message as one string. */
export function messageOf({ type, message, method, url, status, error, args }: ShownError): string {
  if (message !== undefined) return message;
  if (type === "network") return `${method} ${url} ${status ? `→ ${status}` : (error ?? "failed")}`;
  return (args ?? []).map(argumentText).join(" ");
}

function argumentText(value: unknown): string {
  if (typeof value === "string") return value;
  const { name, message } = (value ?? {}) as { name?: unknown; message?: unknown };
  if (typeof message === "string") return `${typeof name === "string" ? name : "Error"}: ${message}`;
  return JSON.stringify(value) ?? "";
}

/** The stack of the thrown value or of a logged error. */
export function stackOf({ stack, args }: ShownError): string {
  if (stack) return stack;
  const logged = (args ?? []).find((each) => typeof (each as { stack?: unknown } | null)?.stack === "string");
  return (logged as { stack: string } | undefined)?.stack ?? "";
}

/** How it is known that a line of a server is about a request. */
export type MatchedBy = "request" | "neighbor" | "suffix" | "time";

/** What a development server printed during a request. */
export interface JoinedEntry extends ServerEntry {
  matchedBy: MatchedBy;
}

/** What a development server printed. */
export interface ServerEntry {
  ts: string;
  name: string;
  text: string;
}
