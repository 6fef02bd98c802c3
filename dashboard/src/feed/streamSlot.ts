// A browser allows six connections per host across all its windows. So that requests get through, only a few windows may
// keep their stream; the others open it for a moment at a time.

const KEPT_STREAMS = 3;
const NAMES = Array.from({ length: KEPT_STREAMS }, (_, number) => `gasoline-stream-${number}`);

/** This window's permission to keep its stream; another window gets it as soon as this one is closed or hidden. */
export class StreamSlot {
  #release: (() => void) | undefined;
  #isWanted = false;

  get isHeld(): boolean {
    return this.#release !== undefined;
  }

  async take(): Promise<void> {
    this.#isWanted = true;
    for (const name of NAMES) {
      if (this.isHeld || !this.#isWanted) return;
      await this.#tryLock(name);
    }
  }

  release(): void {
    this.#isWanted = false;
    this.#release?.();
    this.#release = undefined;
  }

  /** Resolves as soon as it is known whether the lock is ours; the lock itself lasts until `release`. */
  #tryLock(name: string): Promise<void> {
    return new Promise((decided) => {
      void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
        decided();
        if (!lock || this.isHeld || !this.#isWanted) return;
        return new Promise<void>((end) => {
          this.#release = end;
        });
      });
    });
  }
}
