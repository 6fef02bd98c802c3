// Code that a page gets only when it needs it: asks the worker for it and queues calls until it loads.
//
// The worker injects it with a random key, which only the two know. It hands over its factory in an event by that name.
import type { PartName } from "../../shared/lateParts.js";
import { addListener } from "./listeners.js";
import { append, digits, eventDetail, NativeUint32Array, randomValues, setTimer } from "./natives.js";
import { natives } from "./nativesByName.js";
import type { Hooks } from "./patch.js";

const PART_WAIT_MS = 10_000; // how long a page holds what waits for a part

/** What a part is made with: the natives from before the page's first script, and what it works on. */
type Factory<Given, Part> = (natives: object, given: Given) => Part;

export type AskForPart = (name: PartName, key: string) => void;

interface Held<Part> {
  step: (part: Part) => void;
  otherwise: (() => void) | undefined;
}

export interface LatePart<Part> {
  /** Null until it has come. */
  part: Part | null;
  /** The guard of the recorder that uses the part. */
  guard: Hooks["guard"];
  isWaitedFor: () => boolean;
  /** Now, or when it has come; the other step if it does not come, or too much waits already. */
  run: (step: (part: Part) => void, otherwise?: () => void) => void;
  requestPart: () => void;
  /** Nobody wants any more what is held. */
  forget: () => void;
}

/** `room`: how much is held. `onCome` is called before what was held. Variables take less of page.js than fields. */
export function createLatePart<Given, Part>(
  name: PartName,
  ask: AskForPart,
  given: Given,
  room: number,
  onCome?: (part: Part) => void,
): LatePart<Part> {
  let held: Held<Part>[] = [];
  let isRequested = false;
  let isOverdue = false;

  const came = (make: Factory<Given, Part>): void => {
    const waiting = held;
    held = [];
    const part = make(natives, given);
    late.part = part;
    onCome?.(part);
    for (let i = 0; i < waiting.length; i++) late.run((waiting[i] as Held<Part>).step);
  };

  const late: LatePart<Part> = {
    part: null,
    guard: (run) => run,
    isWaitedFor: () => held.length > 0,
    run: (step, otherwise) => {
      if (late.part) late.guard(step)(late.part);
      else if (!isOverdue && held.length < room) append(held, { step, otherwise });
      else otherwise?.();
    },
    requestPart: () => {
      if (isRequested) return;
      isRequested = true;
      const key = randomKey();
      const forget = addListener(window, key, (event) => {
        forget();
        late.guard(() => came(eventDetail(event) as Factory<Given, Part>))(undefined);
      });
      ask(name, key);
      // Without a worker it may never come: what is held belongs to the page, and must not live on because of us.
      setTimer(() => {
        isOverdue = true;
        late.forget();
      }, PART_WAIT_MS);
    },
    forget: () => {
      const waiting = held;
      held = [];
      for (let i = 0; i < waiting.length; i++) waiting[i]?.otherwise?.();
    },
  };
  return late;
}

function randomKey(): string {
  const numbers = randomValues(new NativeUint32Array(4));
  let key = "";
  for (let i = 0; i < numbers.length; i++) key += digits(numbers[i] as number, 36);
  return key;
}
