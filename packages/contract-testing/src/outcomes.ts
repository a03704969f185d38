import type { Exchange } from './calling/exchange.ts';

/** The server does not do what the contract says, as one request shows. */
export class Violation extends Error {
  override readonly name = 'Violation';
  readonly exchange: Exchange;

  constructor(message: string, exchange: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}

/** A check cannot be made here; the message says why. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** No request of an operation is known that succeeds. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  /** The last attempt; undefined when there was none to make. */
  readonly exchange: Exchange | undefined;

  constructor(message: string, exchange?: Exchange) {
    super(message);
    this.exchange = exchange;
  }
}
