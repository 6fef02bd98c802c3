// Observes how the page reads one body chunk by chunk.

import { RESPONSE_BODY_BYTES } from "../../generated/limits.js";
import { promiseThen } from "../core/natives.js";
import { hideOwnFramesInText } from "../core/stacks.js";
import { BodyPrefix } from "../network/bodyPrefix.js";
import type { Exchange } from "./exchange.js";

export type Piece = ReadableStreamReadResult<ArrayBufferView>;

export class BodyTap {
  isOver = false;
  readonly onPiece: (piece: Piece) => void;
  private readonly beginning = new BodyPrefix(RESPONSE_BODY_BYTES);
  private hasNews = false;
  private readonly onError: (error: unknown) => void;

  private readonly exchange: Exchange;

  constructor(exchange: Exchange) {
    this.exchange = exchange;
    this.onPiece = exchange.hooks.guard((piece: Piece) => this.take(piece));
    this.onError = exchange.hooks.guard((error: unknown) => {
      hideOwnFramesInText(error);
      this.end(false);
    });
    exchange.recording.open.opened(exchange, () => this.sendSoFar());
  }

  /** The page gets a promise that settles with the same, after us. */
  listen(promise: Promise<Piece>): Promise<unknown> {
    return promiseThen(
      promise,
      (piece) => {
        this.onPiece(piece);
        return piece;
      },
      (error) => {
        this.onError(error);
        throw error;
      },
    );
  }

  end(isWhole: boolean): void {
    if (this.isOver) return;
    this.isOver = true;
    this.exchange.recording.open.closed(this.exchange);
    this.exchange.received(this.beginning.truncated(isWhole));
  }

  private take(piece: Piece): void {
    if (this.isOver) return;
    this.hasNews = true;
    if (piece.done) this.end(true);
    else if (!this.beginning.add(piece.value)) this.end(false);
  }

  private sendSoFar(): void {
    if (!this.hasNews || this.isOver) return;
    this.hasNews = false;
    this.exchange.received(this.beginning.truncated(false));
  }
}
