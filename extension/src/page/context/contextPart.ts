// The part of error context that comes only when it is needed, as page.js uses it.
import type { Settings } from "../../shared/settings.js";
import type { Hooks } from "../core/patch.js";
import type { Group, Repeats } from "../core/repeats.js";
import type { Scene } from "./scene.js";

export const CONTEXTS_WAITING = 20; // errors whose surroundings are not written down yet

/** What page.js hands over to it. */
export interface ContextGiven {
  extend: Repeats["extend"];
  candidates: () => Node[];
  guard: Hooks["guard"];
}

/** A group is null for a repeat. A scene is given with what happened before the part came. */
export interface ContextPart {
  thrown: (group: Group | null, message: string, scene?: Scene) => void;
  logged: (group: Group | null, args: readonly unknown[], scene?: Scene) => void;
  /** A warning is not an error, but Vue writes one that says where the error comes from that it logs next. */
  warned: (args: readonly unknown[]) => void;
  set: (settings: Settings) => void;
  /** The person uses the page. */
  used: (hooks: Hooks) => void;
  /** Everything that waits is sent now. */
  flush: () => void;
  stop: () => void;
}
