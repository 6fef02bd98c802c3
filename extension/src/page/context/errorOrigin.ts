// Possible origins of an error: events being dispatched, the focused element, the last used element.
import {
  activeElement,
  append,
  composedPath,
  deref,
  eventPhase,
  eventTarget,
  itemAt,
  NativeWeakRef,
  nodeType,
  removeAt,
} from "../core/natives.js";
import type { Hooks } from "../core/patch.js";

/** What components listen to. Not `wheel` and `touch…`: a listener for those can slow down scrolling. */
const TYPES = [
  "click",
  "dblclick",
  "auxclick",
  "contextmenu",
  "submit",
  "reset",
  "input",
  "change",
  "invalid",
  "keydown",
  "keyup",
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "focusin",
  "focusout",
  "dragstart",
  "drop",
  "copy",
  "cut",
  "paste",
  "toggle",
];

/** A click that submits a form is still being dispatched while `submit` is; deeper nests are rare. */
const NESTED = 4;

export class ErrorOrigin {
  /** Weak references: an event that is being dispatched is alive anyway, and nothing of the page may be kept alive. */
  private events: WeakRef<Event>[] = [];
  private lastTarget: WeakRef<Node> | null = null;

  watch(hooks: Hooks, onEvent: () => void): void {
    for (let i = 0; i < TYPES.length; i++) {
      hooks.listen(window, TYPES[i] as string, (event) => {
        this.note(event);
        onEvent();
      });
    }
    hooks.onUndo(() => {
      this.events = [];
      this.lastTarget = null;
    });
  }

  /**
   * Best first. An event that is being dispatched comes before the element that has the focus:
   * the one is what runs the code that failed, the other is a guess.
   */
  candidates(): Node[] {
    const found: Node[] = [];
    for (let i = this.events.length - 1; i >= 0; i--) {
      const event = deref(this.events[i] as WeakRef<Event>);
      if (!event || eventPhase(event) === 0) removeAt(this.events, i);
      else add(found, targetOf(event));
    }
    add(found, activeElement(document));
    add(found, this.lastTarget && deref(this.lastTarget));
    return found;
  }

  private note(event: Event): void {
    if (this.events.length >= NESTED) removeAt(this.events, 0);
    append(this.events, new NativeWeakRef(event));
    const target = targetOf(event);
    if (target) this.lastTarget = new NativeWeakRef(target);
  }
}

function add(list: Node[], node: Node | null | undefined): void {
  if (node) append(list, node);
}

/** In an open shadow root, the element in there. */
function targetOf(event: Event): Node | null {
  const target = itemAt(composedPath(event), 0) ?? eventTarget(event);
  try {
    return target && nodeType(target) === 1 ? (target as Node) : null;
  } catch {
    // The window is not a node.
    return null;
  }
}
