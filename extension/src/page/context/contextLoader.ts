// Reports errors at once, and gets what adds their context when a page first needs it: it is large, and most pages do not.

import type { Settings } from "../../shared/settings.js";
import { isErrorObject } from "../core/describeObject.js";
import { type AskForPart, LatePart } from "../core/lateParts.js";
import { indexOf, setTimer, startsWith } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { allKeys, readText } from "../core/readSafely.js";
import type { Repeats } from "../core/repeats.js";
import type { ContextGiven, ContextPart } from "./contextPart.js";
import { CONTEXTS_WAITING } from "./contextPart.js";
import { ErrorOrigin } from "./errorOrigin.js";
import { findMounted } from "./mounted.js";
import { type Scene, takeScene } from "./scene.js";

const FRAMEWORK_SEARCHES = 5; // how often a page is searched for a framework before its first error

/** As `Report`, with what was thrown and its words, or what was logged. */
export interface ErrorReports {
  thrown: (key: string, fields: string, message: string) => void;
  logged: (key: string, fields: string, args: readonly unknown[]) => void;
  warned: (args: readonly unknown[]) => void;
}

/** How React, Vue and Svelte name what they keep on elements. */
const MARKS = ["__react", "_react", "__vue", "__svelte"];
const VUE_WARNING = "[Vue warn]";

export class ContextLoader implements ErrorReports {
  private readonly origin = new ErrorOrigin();
  private readonly late: LatePart<ContextGiven, ContextPart>;
  /** Counts tasks of the page while something is held: a framework says where an error comes from in the same one. */
  private task = 0;
  private heldTask = 0;
  /** Null until the settings come. */
  private settings: Settings | null = null;
  private searchesLeft = FRAMEWORK_SEARCHES;

  private readonly repeats: Repeats;

  constructor(repeats: Repeats, ask: AskForPart) {
    this.repeats = repeats;
    const given: ContextGiven = {
      extend: repeats.extend,
      candidates: () => this.origin.candidates(),
      guard: (run) => (value) => this.late.guard(run)(value),
    };
    this.late = new LatePart("context", ask, given, 2 * CONTEXTS_WAITING, (part) => {
      if (this.settings) part.set(this.settings);
    });
  }

  watch(hooks: Hooks): Undo {
    this.late.guard = hooks.guard;
    this.origin.watch(hooks, () => {
      if (this.late.part) this.late.part.used(hooks);
      else this.look();
    });
    const look = () => this.look();
    hooks.listen(document, "DOMContentLoaded", look);
    hooks.listen(window, "load", look);
    hooks.onUndo(() => {
      this.late.forget();
      this.late.part?.stop();
    });
    return hooks.undo;
  }

  set(settings: Settings): void {
    this.settings = settings;
    this.late.part?.set(settings);
    if (!this.isWanted()) this.late.forget();
    else if (this.late.isWaitedFor || settings.aiContextStateSnapshot) this.late.request();
    else this.look();
  }

  readonly thrown: ErrorReports["thrown"] = (key, fields, message) => {
    const group = this.repeats.report(key, fields);
    if (group) this.tell((part, scene) => part.thrown(group, message, scene));
  };

  readonly logged: ErrorReports["logged"] = (key, fields, args) => {
    const group = this.repeats.report(key, fields);
    if (this.late.part || isAboutError(args)) this.tell((part, scene) => part.logged(group, args, scene));
  };

  readonly warned: ErrorReports["warned"] = (args) => {
    if (this.late.part) return this.late.part.warned(args);
    if (isVueWarning(args[0])) this.tell((part) => part.warned(args));
  };

  flush(): void {
    this.late.part?.flush();
  }

  /** Now, or, with what is there now, as soon as the part has come. */
  private tell(run: (part: ContextPart, scene?: Scene) => void): void {
    if (this.late.part) return run(this.late.part);
    if (!this.isWanted()) return;
    const scene = takeScene(this.origin.candidates());
    if (!this.late.isWaitedFor) this.countTasks();
    else if (this.task !== this.heldTask) this.late.run((part) => part.flush());
    this.heldTask = this.task;
    this.late.run((part) => run(part, scene));
    if (this.settings) this.late.request();
  }

  private countTasks(): void {
    setTimer(() => {
      this.task++;
      if (this.late.isWaitedFor) this.countTasks();
    }, 0);
  }

  private isWanted(): boolean {
    const { settings } = this;
    if (settings === null) return true;
    return settings.aiContextEnabled && (settings.aiContextComponentTree || settings.aiContextStateSnapshot);
  }

  /** In advance, where a framework is at work. */
  private look(): void {
    if (!this.settings || this.searchesLeft <= 0 || !this.isWanted()) return;
    this.searchesLeft--;
    if (findMounted(isFrameworks)) this.late.request();
  }
}

/** Only an error, or a text that may be a component stack, has a context. */
function isAboutError(args: readonly unknown[]): boolean {
  for (let i = 0; i < args.length; i++) {
    const arg = args[i];
    if (typeof arg === "string" ? isTrace(arg) : isErrorObject(arg) || readText(arg, "componentStack"))
      return true;
  }
  return false;
}

function isTrace(text: string): boolean {
  return isVueWarning(text) || indexOf(text, "\n    ") >= 0;
}

function isVueWarning(first: unknown): boolean {
  return typeof first === "string" && startsWith(first, VUE_WARNING);
}

function isFrameworks(element: object): true | undefined {
  const names = allKeys(element);
  for (let i = 0; i < names.length; i++) {
    for (let k = 0; k < MARKS.length; k++) {
      if (startsWith(names[i] as string, MARKS[k] as string)) return true;
    }
  }
  return undefined;
}
