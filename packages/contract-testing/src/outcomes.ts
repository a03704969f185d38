import type { Exchange } from './calling/exchange.ts';

/** The server breaks the contract; the exchange is the evidence. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly exchange: Exchange;

  constructor(message: string, exchange: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** A check does not apply; the message says why. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** No valid request of an operation was found. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** The last attempt; undefined without one. */
  readonly exchange: Exchange | undefined;

  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}
