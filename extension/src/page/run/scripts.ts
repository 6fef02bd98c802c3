// The scripts of AI Web Pilot in this document: begun with what was here before the page's first script, and ended on order.
//
// The page can change its own built-ins, and a script sees them changed; but it cannot answer for a script, because
// neither `Function` nor anything else between the script's value and the worker is the page's.
import { SCRIPT_ERROR_CHARS } from "../../generated/limits.js";
import type { ExpectRequest, RunOrder, RunOutcome, RunReply, RunRequest } from "../../shared/run.js";
import {
  digits,
  isEvalError,
  mapClear,
  mapDelete,
  mapEntries,
  mapGet,
  mapSet,
  microtask,
  NativeFunction,
  NativeMap,
  NativeUint32Array,
  nextOfMap,
  randomValues,
  slice,
} from "../natives.js";
import { pin } from "../patch.js";
import { textOf } from "../readSafely.js";
import type { End } from "./guard.js";
import { run, type Start, thrown } from "./run.js";

export class Scripts {
  /** How to end each script that runs. */
  private readonly running = new NativeMap<string, (why: End) => void>();
  /** By their secrets: scripts that userScripts will bring. */
  private readonly expected = new NativeMap<string, ExpectRequest>();
  /** The name of the gate; empty until there is one. */
  private gate = "";

  constructor(private readonly send: (reply: RunReply) => void) {}

  obey(order: RunOrder): void {
    switch (order.type) {
      case "run":
        // What the page does meanwhile is its own: outside of our call it is recorded as ever.
        return microtask(() => this.compile(order));
      case "expect":
        return this.expect(order);
      case "stop":
        return order.id === undefined ? this.stopAll() : this.stop(order.id);
      default:
        order satisfies never;
    }
  }

  private compile({ id, timeoutMs, guard, body }: RunRequest): void {
    let start: Start;
    try {
      start = new NativeFunction(guard, body) as Start;
    } catch (error) {
      return this.tell(id, isEvalError(error) ? blocked(error) : thrown(error));
    }
    this.begin(id, timeoutMs, start);
  }

  /** The secret is what makes a caller the script: a page may find the gate, and it can neither open nor replace it. */
  private expect(request: ExpectRequest): void {
    mapSet(this.expected, request.secret, request);
    this.gate ||= pin(window, `gate_${randomName()}`, this.enter);
    this.send({ type: "expecting", id: request.id, gate: this.gate });
  }

  private readonly enter = (secret: string, start: Start): boolean => {
    const request = mapGet(this.expected, secret);
    if (request === undefined) return false;
    mapDelete(this.expected, secret);
    this.begin(request.id, request.timeoutMs, start);
    return true;
  };

  private begin(id: string, timeoutMs: number, start: Start): void {
    const end = run(timeoutMs, start, (outcome) => {
      mapDelete(this.running, id);
      this.tell(id, outcome);
    });
    mapSet(this.running, id, end);
  }

  /** Also one that has not come to its gate yet. */
  private stop(id: string): void {
    const expected = mapEntries(this.expected);
    for (let next = nextOfMap(expected); !next.done; next = nextOfMap(expected))
      if (next.value[1].id === id) mapDelete(this.expected, next.value[0]);
    mapGet(this.running, id)?.("stopped");
  }

  private stopAll(): void {
    mapClear(this.expected);
    const ends = mapEntries(this.running);
    for (let next = nextOfMap(ends); !next.done; next = nextOfMap(ends)) next.value[1]("stopped");
  }

  private tell(id: string, outcome: RunOutcome): void {
    this.send({ type: "ran", id, outcome });
  }
}

function blocked(error: unknown): RunOutcome {
  return { kind: "blocked", error: slice(textOf(error), 0, SCRIPT_ERROR_CHARS) };
}

function randomName(): string {
  const numbers = randomValues(new NativeUint32Array(4));
  let name = "";
  for (let i = 0; i < numbers.length; i++) name += digits(numbers[i] as number, 36);
  return name;
}
