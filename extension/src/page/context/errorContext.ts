// Adds to an error's entry what was around it: the components, and, if the person wants it, the state.
import { ANNOUNCED_MS, BOUNDARY_SEARCHES, CONTEXTS_WAITING, STATE_READ_MS } from "../../generated/limits.js";
import type { Settings } from "../../shared/settings.js";
import { Allowance } from "../allowance.js";
import { isErrorObject } from "../describe.js";
import { append, elapsed, now, setTimer } from "../natives.js";
import type { Hooks, Undo } from "../patch.js";
import { readStack } from "../readSafely.js";
import type { Group, Repeats } from "../repeats.js";
import { messageOf } from "../serialise.js";
import { chooseAncestry } from "./ancestry.js";
import { type Ancestry, ancestryJson } from "./component.js";
import { findMounted } from "./mounted.js";
import { Origin } from "./origin.js";
import { boundaryThatCaught, type Fiber, fallenBelow, rootOf } from "./react.js";
import { StateWatch } from "./state/stateWatch.js";
import { type Surroundings, surroundingsOf } from "./surroundings.js";
import { announcesError, culpritIn, functionsIn, type Trace, traceIn } from "./trace.js";

/** As `Report`, with what was thrown and its words, or what was logged. */
export interface ErrorReports {
  thrown: (key: string, fields: string, message: string) => void;
  logged: (key: string, fields: string, args: readonly unknown[]) => void;
  /** A warning is no error, but Vue says in one where the error comes from that it logs next. */
  warned: (args: readonly unknown[]) => void;
}

interface Waiting {
  group: Group;
  message: string;
  trace: Trace | null;
  culprit: string;
  /** It was logged, perhaps by React, because a boundary catches it; React 16 and 17 log it before. */
  isPerhapsCaught: boolean;
  boundary?: Fiber | undefined;
  fallen?: Ancestry | undefined;
  around?: Surroundings | undefined;
}

export class ErrorContext implements ErrorReports {
  private readonly origin = new Origin();
  private readonly state = new StateWatch();
  private waiting: Waiting[] = [];
  /** Frameworks log a component stack right before or after the error. */
  private lastTrace: Trace | null = null;
  /** Until then `lastTrace` waits for its error: Vue warns at once of what a promise reports later. */
  private announcedUntilMs = 0;
  private isScheduled = false;
  /** Unknown until the settings come: until then errors wait. */
  private isTreeWanted: boolean | null = null;
  private isStateWanted = false;
  private readonly searches = new Allowance(BOUNDARY_SEARCHES, BOUNDARY_SEARCHES);
  private guard: Hooks["guard"] = (run) => run;

  constructor(private readonly repeats: Repeats) {}

  watch(hooks: Hooks): Undo {
    this.guard = hooks.guard;
    this.origin.watch(hooks, () => {
      if (this.isStateWanted) this.state.look(hooks);
    });
    hooks.onUndo(() => {
      this.waiting = [];
      this.state.stop();
    });
    return hooks.undo;
  }

  set({ aiContextEnabled, aiContextComponentTree, aiContextStateSnapshot }: Settings): void {
    this.isTreeWanted = aiContextEnabled && aiContextComponentTree;
    this.isStateWanted = aiContextEnabled && aiContextStateSnapshot;
    if (!this.isStateWanted) this.state.stop();
    this.flush();
  }

  readonly thrown: ErrorReports["thrown"] = (key, fields, message) => {
    const group = this.repeats.report(key, fields);
    if (group && this.isWanted())
      this.wait({ group, message, trace: null, culprit: "", isPerhapsCaught: false });
  };

  readonly logged: ErrorReports["logged"] = (key, fields, args) => {
    const group = this.repeats.report(key, fields);
    if (!this.isWanted()) return;
    const trace = this.noteTrace(args);
    const error = errorIn(args);
    if (trace === null && error === undefined) return;
    // For repeats, too: the boundary that caught this one must not be blamed for the next error.
    const boundary = this.findBoundary();
    if (!group) return;
    const culprit = culpritIn(args);
    const fallen = boundary && fallenBelow(boundary, culprit ? [culprit] : functionsIn(readStack(error)));
    const isPerhapsCaught = boundary === undefined;
    this.wait({ group, message: messageIn(args), trace, culprit, isPerhapsCaught, boundary, fallen });
  };

  readonly warned: ErrorReports["warned"] = (args) => {
    if (this.isWanted() && this.noteTrace(args) && announcesError(args))
      this.announcedUntilMs = elapsed() + ANNOUNCED_MS;
  };

  /** Everything that waits is sent now. */
  flush(): void {
    this.guard(() => this.sendAll())(undefined);
  }

  private isWanted(): boolean {
    return this.isTreeWanted !== false || this.isStateWanted;
  }

  private noteTrace(args: readonly unknown[]): Trace | null {
    const trace = traceIn(args);
    if (trace === null) return null;
    this.lastTrace = trace;
    this.announcedUntilMs = 0;
    this.schedule();
    return trace;
  }

  /** Reads the tree at once: a moment later an error boundary may have taken it down. It takes microseconds. */
  private wait(error: Waiting): void {
    if (this.waiting.length >= CONTEXTS_WAITING) return;
    error.around = surroundingsOf(this.origin.candidates());
    append(this.waiting, error);
    this.schedule();
  }

  private findBoundary(): Fiber | undefined {
    if (this.isTreeWanted === false || !this.searches.take(1, now())) return undefined;
    const root = findMounted(rootOf);
    return root && boundaryThatCaught(root);
  }

  private schedule(): void {
    if (this.isScheduled) return;
    setTimer(() => {
      this.isScheduled = false;
      this.flush();
    }, 0);
    this.isScheduled = true;
  }

  private sendAll(): void {
    if (this.isTreeWanted === null) return;
    const { waiting, lastTrace } = this;
    this.waiting = [];
    if (waiting.length > 0 || elapsed() >= this.announcedUntilMs) this.lastTrace = null;
    if (waiting.length === 0) return;
    const endMs = elapsed() + STATE_READ_MS;
    for (let i = 0; i < waiting.length; i++) {
      const error = waiting[i] as Waiting;
      if (error.isPerhapsCaught) error.boundary = this.findBoundary();
      // The first is always worth it; a crowd of errors is not.
      const isStateWorthIt = this.isStateWanted && (i === 0 || elapsed() < endMs);
      let fields = this.isTreeWanted ? ancestryField(error, lastTrace) : "";
      if (isStateWorthIt) fields += this.state.field(error.message, error.around?.fiber);
      if (fields !== "") this.repeats.extend(error.group, fields);
    }
  }
}

function ancestryField(
  { trace, culprit, boundary, fallen, around }: Waiting,
  lastTrace: Trace | null,
): string {
  const ancestry = chooseAncestry({
    trace: trace ?? lastTrace,
    culprit,
    boundary,
    fallen,
    around: around?.ancestry,
  });
  return ancestry ? `,"_componentAncestry":${ancestryJson(ancestry)}` : "";
}

function errorIn(evidence: readonly unknown[]): unknown {
  for (let i = 0; i < evidence.length; i++) if (isErrorObject(evidence[i])) return evidence[i];
  return undefined;
}

function messageIn(evidence: readonly unknown[]): string {
  let text = "";
  for (let i = 0; i < evidence.length; i++) {
    const each = evidence[i];
    if (typeof each === "string" || isErrorObject(each)) text += ` ${messageOf(each)}`;
  }
  return text;
}
