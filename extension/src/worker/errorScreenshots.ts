// Screenshots of errors: one of the tab when an exception arrives, with a rate limit.
import type { ErrorScreenshot } from "../generated/wire.js";
import type { Parcel } from "../shared/messages.js";
import { photograph } from "./queries/screenshot.js";
import type { Server } from "./server/server.js";
import { isSeen } from "./tabs/chooseTab.js";

export const SCREENSHOT_GAP_MS = 5_000; // ERR-23: between two pictures of errors
export const SCREENSHOTS_PER_SESSION = 10; // ERR-23: pictures of errors, until the browser is closed

/** In storage.session, so that it survives worker restarts until the browser is closed. */
const TAKEN_KEY = "errorPicturesTaken";

export class ErrorScreenshots {
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly server: Pick<Server, "verified" | "request">,
    private readonly session: Pick<chrome.storage.StorageArea, "get" | "set">,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a screenshot if the parcel contains an exception and the rate limit allows it. */
  async consider(tabId: number, parcel: Parcel): Promise<void> {
    const errorId = exceptionIn(parcel);
    if (errorId === null || !this.server.verified || this.now() - this.lastMs < SCREENSHOT_GAP_MS) return;
    this.lastMs = this.now();
    try {
      if (await this.mayTakeOneMore()) await this.take(tabId, errorId);
    } catch {
      // No permission, or the tab is not active: the error is reported without a screenshot.
    }
  }

  private async mayTakeOneMore(): Promise<boolean> {
    const { [TAKEN_KEY]: taken = 0 } = (await this.session.get(TAKEN_KEY)) as { [TAKEN_KEY]?: number };
    if (taken >= SCREENSHOTS_PER_SESSION) return false;
    await this.session.set({ [TAKEN_KEY]: taken + 1 });
    return true;
  }

  private async take(tabId: number, errorId: string): Promise<void> {
    const tab = await chrome.tabs.get(tabId);
    if (!isSeen(tab)) return;
    const { data } = await photograph(tab, "jpeg");
    const picture: ErrorScreenshot = { errorId, data };
    const response = await this.server.request("/screenshots", {
      method: "POST",
      body: JSON.stringify(picture),
    });
    await response.arrayBuffer();
  }
}

interface ExceptionLike {
  type?: string;
  id?: string;
  _aggregatedCount?: number;
}

/** The id of the newest exception in a parcel. */
export function exceptionIn({ stream, errors, events }: Parcel): string | null {
  if (stream !== "logs" || errors === 0 || !events.includes('"type":"exception"')) return null;
  try {
    const entries = JSON.parse(`[${events}]`) as ExceptionLike[];
    return entries.findLast(isNewException)?.id ?? null;
  } catch {
    return null;
  }
}

/** Repeats are reported too late for a screenshot. */
function isNewException({ type, id, _aggregatedCount }: ExceptionLike): boolean {
  return type === "exception" && typeof id === "string" && _aggregatedCount === undefined;
}
