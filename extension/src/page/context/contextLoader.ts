// Reports errors at once, and gets what adds their context when a page first needs it: it is large, and most pages do not.

import type { Settings } from "../../shared/settings.js";
import { isErrorObject } from "../core/describeObject.js";
import { type AskForPart, createLatePart } from "../core/lateParts.js";
import { indexOf, itemAt, setTimer, startsWith } from "../core/natives.js";
import type { Hooks, Undo } from "../core/patch.js";
import { allKeys, readText } from "../core/readSafely.js";
import type { Repeats } from "../core/repeats.js";
import type { ContextGiven, ContextPart } from "./contextPart.js";
import { CONTEXTS_WAITING } from "./contextPart.js";
import { ErrorOrigin } from "./errorOrigin.js";
import { findMounted } from "./mounted.js";
import { type Scene, takeScene } from "./scene.js";

const FRAMEWORK_SEARCHES = 5; // how often a page is searched for a framework before its first error

/** Like `Report`, with the thrown value and its message, or the logged values. */
export interface ErrorReports {
  thrown: (key: string, fields: string, message: string) => void;
  logged: (key: string, fields: string, args: readonly unknown[]) => void;
  warned: (args: readonly unknown[]) => void;
}

/** How React, Vue and Svelte name what they keep on elements. */
const MARKS = ["__react", "_react", "__vue", "__svelte"];
const VUE_WARNING = "[Vue warn]";

export interface ContextLoader extends ErrorReports {
  watch: (hooks: Hooks) => Undo;
  set: (settings: Settings) => void;
  flush: () => void;
}

/** One instance per page: a closure with variables is smaller in page.js than a class with fields. */
export function createContextLoader(repeats: Repeats, ask: AskForPart): ContextLoader {
  const origin = new ErrorOrigin();
  /** Counts tasks of the page while something is held: a framework says where an error comes from in the same one. */
  let task = 0;
  let heldTask = 0;
  /** Null until the settings come. */
  let settings: Settings | null = null;
  let searchesLeft = FRAMEWORK_SEARCHES;
  const given: ContextGiven = {
    extend: repeats.extend,
    candidates: () => origin.candidates(),
    guard: (run) => (value) => late.guard(run)(value),
  };
  const late = createLatePart<ContextGiven, ContextPart>(
    "context",
    ask,
    given,
    2 * CONTEXTS_WAITING,
    (part) => {
      if (settings) part.set(settings);
    },
  );

  /** Now, or, with what is there now, as soon as the part has come. */
  const tell = (run: (part: ContextPart, scene?: Scene) => void): void => {
    if (late.part) return run(late.part);
    if (!isWanted()) return;
    const scene = takeScene(origin.candidates());
    if (!late.isWaitedFor()) countTasks();
    else if (task !== heldTask) late.run((part) => part.flush());
    heldTask = task;
    late.run((part) => run(part, scene));
    if (settings) late.requestPart();
  };

  const countTasks = (): void => {
    setTimer(() => {
      task++;
      if (late.isWaitedFor()) countTasks();
    }, 0);
  };

  const isWanted = (): boolean => {
    if (settings === null) return true;
    return settings.aiContextEnabled && (settings.aiContextComponentTree || settings.aiContextStateSnapshot);
  };

  /** In advance, where a framework is at work. */
  const look = (): void => {
    if (!settings || searchesLeft <= 0 || !isWanted()) return;
    searchesLeft--;
    if (findMounted(isFrameworks)) late.requestPart();
  };

  return {
    watch: (hooks) => {
      late.guard = hooks.guard;
      origin.watch(hooks, () => {
        if (late.part) late.part.used(hooks);
        else look();
      });
      hooks.listen(document, "DOMContentLoaded", look);
      hooks.listen(window, "load", look);
      hooks.onUndo(() => {
        late.forget();
        late.part?.stop();
      });
      return hooks.undo;
    },
    set: (known) => {
      settings = known;
      late.part?.set(known);
      if (!isWanted()) late.forget();
      else if (late.isWaitedFor() || known.aiContextStateSnapshot) late.requestPart();
      else look();
    },
    thrown: (key, fields, message) => {
      const group = repeats.report(key, fields);
      if (group) tell((part, scene) => part.thrown(group, message, scene));
    },
    logged: (key, fields, args) => {
      const group = repeats.report(key, fields);
      if (late.part || isAboutError(args)) tell((part, scene) => part.logged(group, args, scene));
    },
    warned: (args) => {
      if (late.part) return late.part.warned(args);
      if (isVueWarning(itemAt(args, 0))) tell((part) => part.warned(args));
    },
    flush: () => late.part?.flush(),
  };
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
