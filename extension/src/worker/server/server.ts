// The server as the worker knows it: where it is, our credential for it, and how we stand with it.
import type { Connection } from "../../shared/messages.js";
import { fetchServer } from "./fetchServer.js";
import type { Known, Pairing } from "./pairing.js";
import { readableCode } from "./proof.js";
import type { ServerKeys } from "./serverKeys.js";

const PAIR_TRUST_MS = 60_000; // how long “Save” and “Trust this server” make the extension accept a new server

type ServerRequest = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export class Server {
  url = "";
  /** Set from a successful pairing until the connection breaks; data is sent only while it is set. */
  verified = false;
  connection: Connection = { state: "connecting" };
  /** Brought along by this copy of the extension. */
  ownKey: string | null = null;
  private credential: string | null = null;
  /** The address that a person named last, and until when that counts as trust. */
  private trusted = { url: "", until: 0 };

  constructor(
    private readonly keys: ServerKeys,
    private readonly onChange: () => void,
  ) {}

  get socketUrl(): string {
    return `${this.url.replace(/^http/, "ws")}/ws`;
  }

  get socketProtocols(): string[] {
    return ["gasoline.v1", `token.${this.credential}`];
  }

  /** Another address: nothing is known about it yet. */
  moveTo(url: string): void {
    this.url = addressed(url);
    this.credential = null;
    this.verified = false;
    this.show({ state: "connecting" });
  }

  /** A request with the credential; of a server that is not verified it must not be made. */
  request(path: string, init: ServerRequest = {}): Promise<Response> {
    const headers: Record<string, string> = { ...init.headers, "X-Gasoline-Token": this.credential ?? "" };
    if (init.body !== undefined) headers["Content-Type"] = "application/json";
    return fetchServer(this.url + path, { ...init, headers });
  }

  async known(): Promise<Known> {
    const { url } = this;
    const { hostname, port } = new URL(url);
    return {
      address: `${hostname}:${port || "80"}`,
      key: await this.keys.of(url),
      ownKey: this.ownKey,
      code: await this.keys.pairingCode(),
      isTrusted: this.trusted.url === url && Date.now() < this.trusted.until,
    };
  }

  /** A person has just typed this address, or said that its server is the right one. */
  trustFor(url: string): void {
    this.trusted = { url: addressed(url), until: Date.now() + PAIR_TRUST_MS };
  }

  /** The server that the key belongs to is gone. */
  async forgetKey(): Promise<void> {
    await this.keys.forget(this.url);
  }

  /** At once, even if the address changed meanwhile: a key is given only once. */
  async keep(url: string, pairing: Pairing): Promise<void> {
    if (pairing.kind !== "paired") return;
    this.trusted = { url: "", until: 0 };
    await this.keys.remember(url, pairing.key);
  }

  /** All at once: between a check and its consequence the address might change. */
  take(pairing: Pairing, code: string): void {
    switch (pairing.kind) {
      case "paired":
        this.credential = pairing.credential;
        this.verified = true;
        return this.show({ state: "connected", version: pairing.version });
      case "unpaired":
        this.verified = false;
        return this.show({ state: "unpaired", code: readableCode(code) });
      case "different_server":
        this.verified = false;
        return this.show({ state: "different_server" });
      case "unreachable":
        return this.lose(pairing.reason);
      default:
        return pairing satisfies never;
    }
  }

  /** From here on, another server may listen there. */
  lose(reason: string): void {
    this.verified = false;
    this.show({ state: "unreachable", reason });
  }

  private show(connection: Connection): void {
    if (JSON.stringify(connection) === JSON.stringify(this.connection)) return;
    this.connection = connection;
    this.onChange();
  }
}

/** The server listens on 127.0.0.1 alone; for `localhost` a browser asks [::1] first, where another process may listen. */
function addressed(url: string): string {
  return url.replace(/^http:\/\/localhost(?=:|$)/, "http://127.0.0.1");
}
