// Whether the beginning of a failed response's body is kept. Until the settings are known, what was read waits.
import { append } from "../core/natives.js";

/** How many bodies wait for the settings. */
const WAITING = 20;

let isWanted: boolean | undefined;
let waiting: (() => void)[] = [];

export function setFailedResponsesWanted(wanted: boolean): void {
  const held = waiting;
  waiting = [];
  isWanted = wanted;
  for (let i = 0; wanted && i < held.length; i++) (held[i] as () => void)();
}

/** Known to be off: such a body is not even read. */
export function areFailedResponsesOff(): boolean {
  return isWanted === false;
}

export function areFailedResponsesOn(): boolean {
  return isWanted === true;
}

/** Keeps a body now, once the switch is known to be on, or never. */
export function whenFailedResponsesAreOn(keep: () => void): void {
  if (isWanted) keep();
  else if (isWanted === undefined && waiting.length < WAITING) append(waiting, keep);
}
