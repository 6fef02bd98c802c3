// Whether the beginning of a failed response's body is kept; unknown until the settings come.
let isWanted: boolean | undefined;

export function setFailedResponsesWanted(wanted: boolean): void {
  isWanted = wanted;
}

/** Known to be off: such a body is not even copied. */
export function areFailedResponsesOff(): boolean {
  return isWanted === false;
}

export function areFailedResponsesOn(): boolean {
  return isWanted === true;
}
