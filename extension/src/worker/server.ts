// The server as the worker knows it: where it is, our token for it, and how we stand with it.
import { SERVER_TOKENS } from "../generated/limits.js";
import type { Connection } from "../shared/messages.js";
import type { Pairing } from "./pairing.js";

const TOKENS_KEY = "serverTokens";

type ServerRequest = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export class Server {
  url = "";
  /** Set from a successful pairing until the connection breaks: only then is anything sent. */
  verified = false;
  connection: Connection = { state: "connecting" };
  private token: string | null = null;
  /** By address, as stored. Read once: each use of the storage keeps a worker awake that looks for a server in vain. */
  private storedTokens: Record<string, string> | null = null;

  constructor(
    private readonly area: chrome.storage.StorageArea,
    private readonly onChange: () => void,
  ) {}

  get socketUrl(): string {
    return `${this.url.replace(/^http/, "ws")}/ws`;
  }

  get socketProtocols(): string[] {
    return ["gasoline.v1", `token.${this.token}`];
  }

  /** Another address: nothing is known about it yet. */
  moveTo(url: string): void {
    this.url = url;
    this.token = null;
    this.verified = false;
    this.show({ state: "connecting" });
  }

  /** A request with the token; of a server that is not verified it must not be made. */
  request(path: string, init: ServerRequest = {}): Promise<Response> {
    const headers: Record<string, string> = { ...init.headers, "X-Gasoline-Token": this.token ?? "" };
    if (init.body !== undefined) headers["Content-Type"] = "application/json";
    return fetch(this.url + path, { ...init, headers, credentials: "omit", redirect: "error" });
  }

  async knownToken(): Promise<string | null> {
    return (await this.tokens())[this.url] ?? null;
  }

  /** The person trusts whoever answers there now. */
  async forgetToken(): Promise<void> {
    const { [this.url]: _forgotten, ...others } = await this.tokens();
    await this.store(others);
  }

  /** All at once: between a check and its consequence the address might change. */
  take(pairing: Pairing): void {
    switch (pairing.kind) {
      case "paired":
        this.token = pairing.token;
        this.verified = true;
        // Should it fail, the next worker asks for the token anew.
        this.remember(this.url, pairing.token).catch(() => undefined);
        return this.show({ state: "connected", version: pairing.version });
      case "different_server":
        this.verified = false;
        return this.show({ state: "different_server" });
      case "unreachable":
        return this.lose(pairing.reason);
      default:
        return pairing satisfies never;
    }
  }

  /** From here on it may be another server that listens there. */
  lose(reason: string): void {
    this.verified = false;
    this.show({ state: "unreachable", reason });
  }

  private async remember(url: string, token: string): Promise<void> {
    const tokens = await this.tokens();
    if (tokens[url] === token) return;
    const newest = Object.entries({ ...tokens, [url]: token }).slice(-SERVER_TOKENS);
    await this.store(Object.fromEntries(newest));
  }

  private async tokens(): Promise<Record<string, string>> {
    if (this.storedTokens !== null) return this.storedTokens;
    const { [TOKENS_KEY]: tokens } = await this.area.get(TOKENS_KEY);
    this.storedTokens = (tokens ?? {}) as Record<string, string>;
    return this.storedTokens;
  }

  private async store(tokens: Record<string, string>): Promise<void> {
    this.storedTokens = tokens;
    await this.area.set({ [TOKENS_KEY]: tokens });
  }

  private show(connection: Connection): void {
    if (JSON.stringify(connection) === JSON.stringify(this.connection)) return;
    this.connection = connection;
    this.onChange();
  }
}
