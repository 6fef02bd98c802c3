// Code that a page gets only when it needs it: asks the worker for it, holds what waits for it, and knows it when it comes.
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

export class LatePart<Given, Part> {
  /** Null until it has come. */
  part: Part | null = null;
  /** Those of the recorder that uses it. */
  guard: Hooks["guard"] = (run) => run;
  private held: Held<Part>[] = [];
  private isRequested = false;
  private isOverdue = false;

  private readonly name: PartName;
  private readonly ask: AskForPart;
  private readonly given: Given;
  private readonly room: number;
  private readonly onCome: (part: Part) => void;

  /** `room`: how much is held. `onCome` is called before what was held. */
  constructor(name: PartName, ask: AskForPart, given: Given, room: number, onCome: (part: Part) => void) {
    this.name = name;
    this.ask = ask;
    this.given = given;
    this.room = room;
    this.onCome = onCome;
  }

  get isWaitedFor(): boolean {
    return this.held.length > 0;
  }

  /** Now, or when it has come; the other step if it does not come, or too much waits already. */
  run(step: (part: Part) => void, otherwise?: () => void): void {
    if (this.part) this.guard(step)(this.part);
    else if (!this.isOverdue && this.held.length < this.room) append(this.held, { step, otherwise });
    else otherwise?.();
  }

  request(): void {
    if (this.isRequested) return;
    this.isRequested = true;
    const key = randomKey();
    const forget = addListener(window, key, (event) => {
      forget();
      this.guard(() => this.came(eventDetail(event) as Factory<Given, Part>))(undefined);
    });
    this.ask(this.name, key);
    // Without a worker it may never come: what is held belongs to the page, and must not live on because of us.
    setTimer(() => {
      this.isOverdue = true;
      this.forget();
    }, PART_WAIT_MS);
  }

  /** Nobody wants any more what is held. */
  forget(): void {
    const { held } = this;
    this.held = [];
    for (let i = 0; i < held.length; i++) held[i]?.otherwise?.();
  }

  private came(make: Factory<Given, Part>): void {
    const { held } = this;
    this.held = [];
    const part = make(natives, this.given);
    this.part = part;
    this.onCome(part);
    for (let i = 0; i < held.length; i++) this.run((held[i] as Held<Part>).step);
  }
}

function randomKey(): string {
  const numbers = randomValues(new NativeUint32Array(4));
  let key = "";
  for (let i = 0; i < numbers.length; i++) key += digits(numbers[i] as number, 36);
  return key;
}
