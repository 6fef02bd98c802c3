// Whether the page goes on changing while socket messages arrive: the time of its last change.
import type { DomSnapshot } from "../generated/wire.js";

const REPORT_MS = 2_000; // ACT-17: between two reports of a page that goes on changing

export type MessageWatch = Pick<DomSnapshot, "watchedSince" | "changedAt">;

const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  characterData: true,
  attributes: true,
};

export class MessageEffects {
  private since = "";
  private changedAt = "";
  private reported = "";
  private isObserving = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly observer = new MutationObserver(() => this.changed());

  constructor(private readonly report: (watch: MessageWatch) => void) {}

  /** Messages have come. Between two of these calls, one change is as good as many. */
  messagesCame(): void {
    if (document.hidden) return this.hidden();
    if (!this.isObserving) this.observer.observe(document, OBSERVED);
    this.isObserving = true;
    this.since ||= new Date().toISOString();
    this.timer ??= setTimeout(this.flush, REPORT_MS);
  }

  /** Reports what is not reported yet. */
  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.observer.takeRecords().length > 0) this.changed();
    const news = this.since + this.changedAt;
    if (news === this.reported) return;
    this.reported = news;
    this.report({ watchedSince: this.since || null, changedAt: this.changedAt || null });
  };

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.observer.disconnect();
    this.isObserving = false;
    this.since = "";
    this.changedAt = "";
  }

  /** A hidden page is not expected to show anything. */
  private hidden(): void {
    this.stop();
    this.flush();
  }

  private changed(): void {
    this.observer.disconnect();
    this.isObserving = false;
    this.changedAt = new Date().toISOString();
  }
}
