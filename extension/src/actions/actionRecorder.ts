// Records user actions in the extension's isolated world, where the page cannot see or disturb it.
import type { Chunk, Dropped } from "../shared/messages.js";
import { DEFAULTS, type Settings } from "../shared/settings.js";
import { ActionJournal } from "./actionJournal.js";
import { innermostOf } from "./actionTarget.js";
import { AppearedTexts } from "./appearedTexts.js";
import { Clicks } from "./clicks.js";
import { DomSnapshots } from "./domSnapshots.js";
import { Drags } from "./drags.js";
import { framesAround } from "./elementPlace.js";
import { Fields, isEnteredByTool } from "./fields.js";
import { Keyboard } from "./keyboard.js";
import { listenFirst, type Undo } from "./listenFirst.js";
import { MessageEffects } from "./messageEffects.js";
import { recordNavigations } from "./navigationHistory.js";
import { Scrolls } from "./scrolls.js";
import { SecretFields } from "./secretFields.js";
import { computeAllSelectors } from "./selectors/selectorsOf.js";
import { recordSubmit } from "./submits.js";

export type HandOver = (chunks: Chunk[], dropped: Dropped) => void;

export class ActionRecorder {
  private undos: Undo[] = [];
  private readonly journal: ActionJournal;
  private readonly secrets = new SecretFields();
  private readonly clicks: Clicks;
  private readonly keyboard: Keyboard;
  private readonly fields: Fields;
  private readonly drags: Drags;
  private readonly scrolls: Scrolls;
  private readonly snapshots: DomSnapshots;
  private readonly appeared: AppearedTexts;
  private readonly effects: MessageEffects;

  constructor(
    client: string,
    private readonly handOver: HandOver,
  ) {
    this.journal = new ActionJournal(client, (chunks) => handOver(chunks, {}));
    this.clicks = new Clicks(this.journal);
    this.keyboard = new Keyboard(this.journal);
    this.fields = new Fields(this.journal, this.secrets);
    this.drags = new Drags(this.journal);
    this.scrolls = new Scrolls(this.journal);
    this.snapshots = new DomSnapshots(this.journal);
    this.appeared = new AppearedTexts(this.journal);
    this.effects = new MessageEffects(this.snapshots.watched);
  }

  /** If it is already running, only updates the settings. */
  start(settings: Settings = DEFAULTS): void {
    computeAllSelectors(settings.enhancedSelectorsEnabled);
    // Inside a cross-origin frame it is unknown which frame this is, so such an action could not be replayed.
    if (this.undos.length > 0 || framesAround(window) === null) return;
    this.secrets.watch(document);
    this.undos.push(listenFirst((listen) => this.listen(listen)));
    if (window !== window.top) return;
    this.undos.push(recordNavigations(this.journal, this.snapshots.routeChanged), this.snapshots.start());
  }

  stop(): void {
    for (const undo of this.undos.splice(0)) undo();
    this.secrets.stop();
    this.scrolls.stop();
    this.appeared.stop();
    this.effects.stop();
    this.journal.clear();
  }

  /** Sends everything so far. */
  readonly flush = (): void => {
    this.settle();
    this.fields.settle();
    this.appeared.settle();
    this.appeared.markChanges();
    this.effects.flush();
    this.journal.flush();
  };

  /** The page has received messages, which should show. */
  readonly messagesCame = (): void => {
    if (this.undos.length > 0 && window === window.top) this.effects.messagesCame();
  };

  private listen(listen: (type: string, listener: (event: Event) => void) => void): void {
    const on = <E extends Event>(type: string, run: (event: E) => void) =>
      listen(
        type,
        this.guard((event) => this.trusted(event, () => run(event as E))),
      );
    on("click", (event: MouseEvent) => this.click(event));
    on("dblclick", (event) => this.clicks.doubleClick(event));
    on("keydown", (event: KeyboardEvent) => this.keyDown(event));
    on("keyup", (event: KeyboardEvent) => this.keyboard.up(event));
    on("submit", (event: SubmitEvent) => recordSubmit(event, this.journal));
    on("dragstart", (event) => this.drags.start(event));
    on("drop", (event: DragEvent) => this.drags.drop(event));
    on("focusout", () => this.fields.leave());
    listen(
      "input",
      this.guard((event) => this.input(event)),
    );
    listen(
      "scroll",
      this.guard((event) => event.isTrusted && this.scrolls.scroll(event)),
    );
    for (const type of ["wheel", "touchmove", "pointerdown"])
      listen(type, (event) => event.isTrusted && this.scrolls.intend());
    listen("pagehide", this.guard(this.flush));
    listen("visibilitychange", this.guard(this.flush));
  }

  /** Events dispatched by scripts are not user actions. */
  private trusted(event: Event, run: () => void): void {
    if (!event.isTrusted) return;
    this.scrolls.settle();
    this.keyboard.settle();
    run();
    this.appeared.acted(this.journal.last, false);
  }

  private click(event: MouseEvent): void {
    const element = innermostOf(event);
    if (element !== null) this.secrets.watchAround(element);
    if (!this.keyboard.causes(event)) this.clicks.click(event);
  }

  private keyDown(event: KeyboardEvent): void {
    const element = innermostOf(event);
    if (element !== null) this.secrets.watchAround(element);
    this.scrolls.intend();
    this.keyboard.down(event);
  }

  private input(event: Event): void {
    if (!event.isTrusted && !isEnteredByTool(event)) return;
    this.settle();
    this.fields.input(event);
    this.appeared.acted(this.journal.last, true);
  }

  private readonly settle = (): void => {
    this.scrolls.settle();
    this.keyboard.settle();
    this.clicks.settle();
  };

  /** Our failure must not affect the page: the event is skipped and counted. */
  private guard(run: (event: Event) => unknown): (event: Event) => void {
    return (event) => {
      try {
        run(event);
      } catch {
        this.handOver([], { recorder_actions: 1 });
      }
    };
  }
}
