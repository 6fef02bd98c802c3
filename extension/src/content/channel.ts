// The content script's end of the channel to the page world.
import { ASK, OFFER, TAKEN, TO_CONTENT, TO_PAGE } from "../shared/handshake.js";
import type { FromPage, ToPage } from "../shared/messages.js";

/** Finds the page world's node, whichever of the two was there first. */
export class Channel {
  private node: EventTarget | null = null;

  constructor(
    private readonly onMessage: (message: FromPage) => void,
    private readonly onOpen: () => void,
  ) {
    document.addEventListener(OFFER, this.take);
    document.dispatchEvent(new Event(ASK));
  }

  /** What the page sends in answer arrives within this call. */
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
    if (typeof detail === "string") this.onMessage(decodeFromPage(detail));
  };
}

/** A line of JSON; of chunks, the events of each follow as a line of their own. */
export function decodeFromPage(text: string): FromPage {
  const [head = "", ...lines] = text.split("\n");
  const message = JSON.parse(head) as FromPage;
  if (message.type !== "chunks") return message;
  return { ...message, chunks: message.chunks.map((chunk, i) => ({ ...chunk, events: lines[i] ?? "" })) };
}
