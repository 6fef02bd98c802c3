// The facts about a failing element that its fix depends on.

export interface FailedCheck {
  message: string;
  /** What the check found; its shape is the check's own. */
  data: unknown;
}

export interface FailedNode {
  rule: string;
  /** The rule in one sentence, such as "Images must have alternate text". */
  help: string;
  checks: FailedCheck[];
  /** How opaque the element is with all its ancestors: 1 unless something is see-through. */
  opacity: number;
}
