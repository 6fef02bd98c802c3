// Adds context to an error's entry: the components and, if enabled, the state.

import type { Settings } from "../../shared/settings.js";
import { isErrorObject } from "../core/describeObject.js";
import { append, elapsed, now, setTimer } from "../core/natives.js";
import type { Hooks } from "../core/patch.js";
import { readStack } from "../core/readSafely.js";
import type { Group } from "../core/repeats.js";
import { messageOf } from "../core/serialize.js";
import { createTokenBucket } from "../core/tokenBucket.js";
import { chooseAncestry } from "./ancestry.js";
import { type Ancestry, ancestryJson } from "./component.js";
import {
  announcesError,
  type ComponentStack,
  componentStackIn,
  culpritIn,
  functionsIn,
} from "./componentStack.js";
import { componentsAround, type NearbyComponents } from "./componentsAround.js";
import type { ContextGiven, ContextPart } from "./contextPart.js";
import { CONTEXTS_WAITING } from "./contextPart.js";
import { Deadline } from "./deadline.js";
import { findMounted } from "./mounted.js";
import { boundaryThatCaught, fallenBelow } from "./react.js";
import { type Fiber, rootOf } from "./reactNodes.js";
import type { Scene } from "./scene.js";
import { StateWatch } from "./state/stateWatch.js";

const ANNOUNCED_MS = 100; // how long a warning of Vue waits for the error that it announces
const BOUNDARY_SEARCHES = 4; // searches for an error boundary, at once and in one second
const STATE_READ_MS = 8; // well within STATE_SNAPSHOT_MS, as COMPONENT_WALK_MS

interface Waiting {
  group: Group;
  message: string;
  trace: ComponentStack | null;
  culprit: string;
  /** It was logged, perhaps by React, because a boundary catches it; React 16 and 17 log it before. */
  isPerhapsCaught: boolean;
  boundary: Fiber | undefined;
  fallen: Ancestry | undefined;
  around: NearbyComponents | undefined;
}

/** The initial context of a reported exception. */
const NOTHING_KNOWN = {
  trace: null,
  culprit: "",
  isPerhapsCaught: false,
  boundary: undefined,
  fallen: undefined,
  around: undefined,
};

export class ErrorContext implements ContextPart {
  private readonly state = new StateWatch();
  private waiting: Waiting[] = [];
  /** Frameworks log a component stack right before or after the error. */
  private lastTrace: ComponentStack | null = null;
  /** Until then `lastTrace` waits for its error: Vue warns at once of what a promise reports later. */
  private announcedUntilMs = 0;
  private isScheduled = false;
  private isTreeWanted = false;
  private isStateWanted = false;
  private readonly takeSearch = createTokenBucket(BOUNDARY_SEARCHES, BOUNDARY_SEARCHES);

  private readonly given: ContextGiven;

  constructor(given: ContextGiven) {
    this.given = given;
  }

  set({ aiContextEnabled, aiContextComponentTree, aiContextStateSnapshot }: Settings): void {
    this.isTreeWanted = aiContextEnabled && aiContextComponentTree;
    this.isStateWanted = aiContextEnabled && aiContextStateSnapshot;
    if (!this.isStateWanted) this.state.stop();
    this.flush();
  }

  used(hooks: Hooks): void {
    if (this.isStateWanted) this.state.look(hooks);
  }

  stop(): void {
    this.waiting = [];
    this.state.stop();
  }

  readonly thrown: ContextPart["thrown"] = (group, message, scene) => {
    if (group && this.isWanted()) this.wait({ ...NOTHING_KNOWN, group, message }, scene);
  };

  readonly logged: ContextPart["logged"] = (group, args, scene) => {
    if (!this.isWanted()) return;
    const trace = this.noteTrace(args);
    const error = errorIn(args);
    if (trace === null && error === undefined) return;
    // For repeats, too: the boundary that caught this one must not be blamed for the next error.
    const boundary = this.findBoundary(scene);
    if (!group) return;
    const culprit = culpritIn(args);
    const fallen = boundary && fallenBelow(boundary, culprit ? [culprit] : functionsIn(readStack(error)));
    const isPerhapsCaught = boundary === undefined;
    const message = messageIn(args);
    this.wait(
      { group, message, trace, culprit, isPerhapsCaught, boundary, fallen, around: undefined },
      scene,
    );
  };

  readonly warned: ContextPart["warned"] = (args) => {
    if (this.isWanted() && this.noteTrace(args) && announcesError(args))
      this.announcedUntilMs = elapsed() + ANNOUNCED_MS;
  };

  flush(): void {
    this.given.guard(() => this.sendAll())(undefined);
  }

  private isWanted(): boolean {
    return this.isTreeWanted || this.isStateWanted;
  }

  private noteTrace(args: readonly unknown[]): ComponentStack | null {
    const trace = componentStackIn(args);
    if (trace === null) return null;
    this.lastTrace = trace;
    this.announcedUntilMs = 0;
    this.schedule();
    return trace;
  }

  /** Reads the tree at once: a moment later an error boundary may have taken it down. It takes microseconds. */
  private wait(error: Waiting, scene?: Scene): void {
    if (this.waiting.length >= CONTEXTS_WAITING) return;
    error.around = componentsAround(scene ?? this.sceneNow());
    append(this.waiting, error);
    this.schedule();
  }

  private sceneNow(): Scene {
    return { candidates: this.given.candidates(), fiber: undefined, root: undefined };
  }

  private findBoundary(scene?: Scene): Fiber | undefined {
    if (!this.isTreeWanted || !this.takeSearch(1, now())) return undefined;
    const root = scene ? scene.root : findMounted(rootOf);
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
    const { waiting, lastTrace } = this;
    this.waiting = [];
    if (waiting.length > 0 || elapsed() >= this.announcedUntilMs) this.lastTrace = null;
    if (waiting.length === 0) return;
    const deadline = new Deadline(CONTEXTS_WAITING, STATE_READ_MS, 1);
    for (let i = 0; i < waiting.length; i++) {
      const error = waiting[i] as Waiting;
      if (error.isPerhapsCaught) error.boundary = this.findBoundary();
      // The first is always worth it; a crowd of errors is not.
      const isStateWorthIt = this.isStateWanted && (i === 0 || !deadline.isOver());
      let fields = this.isTreeWanted ? ancestryField(error, lastTrace) : "";
      if (isStateWorthIt) fields += this.state.field(error.message, error.around?.fiber);
      if (fields !== "") this.given.extend(error.group, fields);
    }
  }
}

function ancestryField(
  { trace, culprit, boundary, fallen, around }: Waiting,
  lastTrace: ComponentStack | null,
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
