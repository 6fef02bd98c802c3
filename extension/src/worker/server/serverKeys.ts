// The keys of the servers that this browser is paired with, by address, and the code for the next one.
import { newCode } from "./proof.js";

const MAX_SERVER_KEYS = 20; // addresses whose keys are remembered

const KEYS = "serverKeys";
const CODE = "pairingCode";

export class ServerKeys {
  /** The stored keys. Read once, because each use of the storage keeps a worker awake that finds no server. */
  private stored: Record<string, string> | null = null;
  private code: string | null = null;

  constructor(
    private readonly local: chrome.storage.StorageArea,
    /** Lives as long as the browser: the popup shows the same code although the worker died meanwhile. */
    private readonly session: chrome.storage.StorageArea,
  ) {}

  async of(url: string): Promise<string | null> {
    return (await this.all())[url] ?? null;
  }

  async forget(url: string): Promise<void> {
    const { [url]: _forgotten, ...others } = await this.all();
    await this.store(others);
  }

  async remember(url: string, key: string): Promise<void> {
    const keys = await this.all();
    if (keys[url] === key) return;
    const newest = Object.entries({ ...keys, [url]: key }).slice(-MAX_SERVER_KEYS);
    await this.store(Object.fromEntries(newest));
    await this.renewCode();
  }

  async pairingCode(): Promise<string> {
    if (this.code !== null) return this.code;
    const { [CODE]: code } = await this.session.get(CODE);
    if (typeof code !== "string") return this.renewCode();
    this.code = code;
    return code;
  }

  /** A code connects once. */
  private async renewCode(): Promise<string> {
    const code = newCode();
    this.code = code;
    await this.session.set({ [CODE]: code });
    return code;
  }

  private async all(): Promise<Record<string, string>> {
    if (this.stored !== null) return this.stored;
    const { [KEYS]: keys } = await this.local.get(KEYS);
    this.stored = (keys ?? {}) as Record<string, string>;
    return this.stored;
  }

  private async store(keys: Record<string, string>): Promise<void> {
    this.stored = keys;
    await this.local.set({ [KEYS]: keys });
  }
}
