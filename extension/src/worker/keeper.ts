// Decides when a parcel goes into the vault: only what the server does not take at once, many in one write.
import {
  VAULT_FORGET_AFTER_MS,
  VAULT_WRITE_AFTER_MS,
  VAULT_WRITE_FULL_AFTER_MS,
  VAULT_WRITE_OFFLINE_AFTER_MS,
} from "../generated/limits.js";
import { type Entry, type Queue, release } from "./queue.js";
import type { Vault } from "./vault.js";

export class Keeper {
  private writeTimer: ReturnType<typeof setTimeout> | null = null;
  private forgetTimer: ReturnType<typeof setTimeout> | null = null;
  private writing = false;
  private obsolete: Entry[] = [];

  constructor(
    private readonly queue: Queue,
    private readonly vault: Vault,
    private readonly isOnline: () => boolean,
  ) {}

  /** A parcel arrived: write it soon, unless it is gone by then. */
  expect(): void {
    this.plan(this.isOnline() ? VAULT_WRITE_AFTER_MS : VAULT_WRITE_OFFLINE_AFTER_MS);
  }

  /** A page went away and took its own copies with it: the worker's are the last ones. */
  writeNow(): void {
    if (this.writeTimer !== null) clearTimeout(this.writeTimer);
    this.writeTimer = null;
    if (!this.writing) void this.write();
  }

  /** The server has it, or it had to go: the content script may let go, the vault forgets it. */
  done(entry: Entry): void {
    release(entry);
    if (!entry.stored) return;
    this.obsolete.push(entry);
    this.forgetTimer ??= setTimeout(() => void this.forget(), VAULT_FORGET_AFTER_MS);
  }

  private plan(delayMs: number): void {
    this.writeTimer ??= setTimeout(() => this.writeNow(), delayMs);
  }

  private async write(): Promise<void> {
    const entries = this.queue.all().filter((entry) => !entry.stored);
    if (entries.length === 0) return;
    this.writing = true;
    const safe = await this.vault.store(entries);
    this.writing = false;
    if (!safe) return this.plan(VAULT_WRITE_FULL_AFTER_MS);
    for (const entry of entries) this.markStored(entry);
    // More may have come during the write.
    if (this.queue.all().some((entry) => !entry.stored)) this.expect();
  }

  private markStored(entry: Entry): void {
    entry.stored = true;
    release(entry);
    // Acknowledged during the write: nobody else will remove it.
    if (!this.queue.has(entry)) this.done(entry);
  }

  private async forget(): Promise<void> {
    this.forgetTimer = null;
    const entries = this.obsolete;
    this.obsolete = [];
    await this.vault.forget(entries);
  }
}
