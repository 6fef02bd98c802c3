// Pictures of errors: one of the tab when an exception arrives, few and far between.
import { SCREENSHOT_GAP_MS, SCREENSHOTS_PER_SESSION } from "../generated/limits.js";
import type { ErrorPicture } from "../generated/wire.js";
import type { Parcel } from "../shared/messages.js";
import { isSeen } from "./chooseTab.js";
import { photograph } from "./screenshot.js";
import type { Server } from "./server.js";

/** In storage.session: until the browser is closed, over restarts of the worker. */
const TAKEN_KEY = "errorPicturesTaken";

export class ErrorPictures {
  private lastMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly server: Pick<Server, "verified" | "request">,
    private readonly session: Pick<chrome.storage.StorageArea, "get" | "set">,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes a picture if the parcel holds an exception and it is time for one. */
  async consider(tabId: number, parcel: Parcel): Promise<void> {
    const errorId = exceptionIn(parcel);
    if (errorId === null || !this.server.verified || this.now() - this.lastMs < SCREENSHOT_GAP_MS) return;
    this.lastMs = this.now();
    try {
      if (await this.mayTakeOneMore()) await this.take(tabId, errorId);
    } catch {
      // No permission, or the tab is not in front: the error is reported without a picture.
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
    const picture: ErrorPicture = { errorId, data };
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

/** A repeat is told of when its moment is over. */
function isNewException({ type, id, _aggregatedCount }: ExceptionLike): boolean {
  return type === "exception" && typeof id === "string" && _aggregatedCount === undefined;
}
