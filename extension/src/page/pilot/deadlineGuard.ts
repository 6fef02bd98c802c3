// Ends a script of AI Web Pilot at its time: the checks that the worker put into its loops and functions ask here.
import { elapsed, min, NativeError, setTimer } from "../core/natives.js";

const SCRIPT_CHECKS = 1_024; // loop turns between two looks at the clock, at most

/** How long the checks may go on without a look at the clock. */
const LOOK_EVERY_MS = 1;

export type End = "timeout" | "stopped";

/** `n` and `t` are short because they stand in every loop: `if(--g.n<0)g.t()`. */
export class DeadlineGuard {
  /** Checks that are left until the next look at the clock. */
  n = 0;
  /** Why nothing more may run; null while the script may. */
  ended: End | null = null;
  private checks = 1;
  private lookedAt = elapsed();
  private deadline: number;
  private isDone = false;
  private inTask = false;
  private error: Error | null = null;

  private readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    this.timeoutMs = timeoutMs;
    this.deadline = this.lookedAt + timeoutMs;
  }

  /** Looks at the clock; throws when the time is up. */
  t(): void {
    if (this.ended === null && this.isDone) this.beginTask();
    const now = elapsed();
    if (this.ended === null && now > this.deadline) this.end("timeout");
    // At the first check that comes again: a script may catch what we throw.
    if (this.ended !== null) {
      this.n = 0;
      // One for all: a recursion that catches meets it at every level, and each new one would cost its stack.
      this.error ??= new NativeError(
        this.ended === "timeout" ? "The script timed out." : "The script was stopped.",
      );
      throw this.error;
    }
    const isQuick = now - this.lookedAt < LOOK_EVERY_MS;
    this.checks = isQuick ? min(this.checks * 2, SCRIPT_CHECKS) : 1;
    this.lookedAt = now;
    this.n = this.checks;
  }

  /** Nothing more of this script runs, also not what it left behind. */
  end(why: End): void {
    this.ended ??= why;
    this.n = 0;
  }

  /** The script has its result. What it left behind, such as listeners, has the same time in each task. */
  done(): void {
    this.isDone = true;
    this.n = 0;
  }

  private beginTask(): void {
    if (this.inTask) return;
    this.inTask = true;
    this.deadline = elapsed() + this.timeoutMs;
    setTimer(() => {
      this.inTask = false;
      this.n = 0;
    }, 0);
  }
}
