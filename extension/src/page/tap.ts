// Overhears how the page reads one body piece by piece.
import { RESPONSE_BODY_BYTES } from "../generated/limits.js";
import { Beginning } from "./beginning.js";
import type { Exchange } from "./exchanges.js";
import { promiseThen } from "./natives.js";
import { hideOwnFramesInText } from "./stacks.js";

export type Piece = ReadableStreamReadResult<ArrayBufferView>;

export class Tap {
  isOver = false;
  readonly onPiece: (piece: Piece) => void;
  private readonly beginning = new Beginning(RESPONSE_BODY_BYTES);
  private hasNews = false;
  private readonly onError: (error: unknown) => void;

  constructor(private readonly exchange: Exchange) {
    this.onPiece = exchange.hooks.guard((piece: Piece) => this.take(piece));
    this.onError = exchange.hooks.guard((error: unknown) => {
      hideOwnFramesInText(error);
      this.end(false);
    });
    exchange.all.opened(exchange, () => this.sendSoFar());
  }

  /** The page gets a promise that settles with the same, after us. */
  hear(promise: Promise<Piece>): Promise<unknown> {
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
    this.exchange.all.closed(this.exchange);
    this.exchange.received(this.beginning.cut(isWhole));
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
    this.exchange.received(this.beginning.cut(false));
  }
}
