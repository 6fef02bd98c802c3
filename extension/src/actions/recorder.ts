// Records what the person does, in the extension's own world, where the page cannot see or disturb it.
import type { Chunk, Dropped } from "../shared/messages.js";
import { DEFAULTS, type Settings } from "../shared/settings.js";
import { Clicks } from "./clicks.js";
import { Drags } from "./drags.js";
import { Fields, isEnteredByTool } from "./fields.js";
import { Journal } from "./journal.js";
import { Keyboard } from "./keyboard.js";
import { listenFirst, type Undo } from "./listeners.js";
import { recordNavigations } from "./navigations.js";
import { framesAround } from "./place.js";
import { Scrolls } from "./scrolls.js";
import { Secrets } from "./secrets.js";
import { computeAllSelectors } from "./selectors/selectorsOf.js";
import { Snapshots } from "./snapshots.js";
import { recordSubmit } from "./submits.js";
import { innermostOf } from "./target.js";

export type HandOver = (chunks: Chunk[], dropped: Dropped) => void;

export class ActionRecorder {
  private undos: Undo[] = [];
  private readonly journal: Journal;
  private readonly secrets = new Secrets();
  private readonly clicks: Clicks;
  private readonly keyboard: Keyboard;
  private readonly fields: Fields;
  private readonly drags: Drags;
  private readonly scrolls: Scrolls;
  private readonly snapshots: Snapshots;

  constructor(
    client: string,
    private readonly handOver: HandOver,
  ) {
    this.journal = new Journal(client, (chunks) => handOver(chunks, {}));
    this.clicks = new Clicks(this.journal);
    this.keyboard = new Keyboard(this.journal);
    this.fields = new Fields(this.journal, this.secrets);
    this.drags = new Drags(this.journal);
    this.scrolls = new Scrolls(this.journal);
    this.snapshots = new Snapshots(this.journal);
  }

  /** While it runs, only the settings are new. */
  start(settings: Settings = DEFAULTS): void {
    computeAllSelectors(settings.enhancedSelectorsEnabled);
    // From inside a frame of another origin nobody can say which frame it is: such an action could not be repeated.
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
    this.journal.clear();
  }

  /** Hands over everything up to now. */
  readonly flush = (): void => {
    this.settle();
    this.journal.flush();
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
      this.guard((event) => this.scrolls.scroll(event)),
    );
    for (const type of ["wheel", "touchmove", "pointerdown"]) listen(type, this.scrolls.intend);
    listen("pagehide", this.guard(this.flush));
    listen("visibilitychange", this.guard(this.flush));
  }

  /** What scripts fire is not what a person does. */
  private trusted(event: Event, run: () => void): void {
    if (!event.isTrusted) return;
    this.scrolls.settle();
    this.keyboard.settle();
    run();
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
  }

  private readonly settle = (): void => {
    this.scrolls.settle();
    this.keyboard.settle();
    this.clicks.settle();
  };

  /** Our failure is not the page's: that event is skipped and counted. */
  private guard(run: (event: Event) => void): (event: Event) => void {
    return (event) => {
      try {
        run(event);
      } catch {
        this.handOver([], { recorder_actions: 1 });
      }
    };
  }
}
