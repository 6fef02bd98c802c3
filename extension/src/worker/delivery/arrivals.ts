// Accepts the parcels of each page in their order: the server takes a number below the last one for a repetition.
import type { Parcel } from "../../shared/messages.js";
import type { Page, Receipt } from "../pages.js";

type Accept = (page: Page, parcel: Parcel, receipt: Receipt) => void;

export interface ArrivalsParts {
  /** The parcels of an earlier worker are in the queue. */
  restored: Promise<void>;
  /** The settings are known, too: early parcels are compared with them. */
  ready: Promise<void>;
  accept: Accept;
  acceptEarly: Accept;
}

export class Arrivals {
  private readonly sentEarly = new WeakSet<Page>();

  constructor(private readonly parts: ArrivalsParts) {}

  add(page: Page, parcel: Parcel, receipt: Receipt): void {
    const { restored, ready, accept, acceptEarly } = this.parts;
    if (parcel.early) this.sentEarly.add(page);
    // What follows an early parcel waits as long as that one does.
    const turn = this.sentEarly.has(page) ? ready : restored;
    void turn.then(() => (parcel.early ? acceptEarly : accept)(page, parcel, receipt));
  }
}
