// The content script's end of the channel to the page world.
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../shared/handshake.js";
import type { FromPage, ToPage } from "../shared/messages.js";
import { readFromPage } from "./fromPage.js";

/** Finds the page world's node, regardless of which side started first. */
export class PageChannel {
  private node: EventTarget | null = null;

  constructor(
    private readonly onMessage: (message: FromPage) => void,
    private readonly onOpen: () => void,
  ) {
    document.addEventListener(OFFER, this.take);
    document.dispatchEvent(new Event(ASK));
  }

  /** The page's answer arrives during this call. */
  send(message: ToPage): void {
    this.node?.dispatchEvent(new CustomEvent(TO_PAGE, { detail: JSON.stringify(message) }));
  }

  close(): void {
    document.removeEventListener(OFFER, this.take);
    this.node?.removeEventListener(TO_CONTENT, this.receive);
    this.node = null;
  }

  private readonly take = (event: Event): void => {
    const node = (event as MouseEvent).relatedTarget;
    if (node === null) return;
    document.removeEventListener(OFFER, this.take);
    this.node = node;
    node.addEventListener(TO_CONTENT, this.receive);
    node.dispatchEvent(new Event(TAKEN));
    this.onOpen();
  };

  private readonly receive = (event: Event): void => {
    const { detail } = event as CustomEvent<unknown>;
    const message = typeof detail === "string" ? readFromPage(detail) : null;
    if (message !== null) this.onMessage(message);
  };
}
