import type { Passage } from './statement-reader.ts';

/**
 * Holds each transaction after another number of statements: the one that begins first before its `begin`, the next
 * one after it, the third one after the first statement that follows, and so on.
 */
export class TransactionHolds {
  /** How many statements a connection may still send in its transaction. */
  readonly #left = new Map<object, number>();
  #begun = 0;

  /** Transactions that are held now. */
  get held(): number {
    return [...this.#left.values()].filter((left) => left === 0).length;
  }

  isHeld(connection: object): boolean {
    return this.#left.get(connection) === 0;
  }

  /** @returns whether the statement may be sent. */
  admit(connection: object, kind: Passage['kind']): boolean {
    if (kind === 'begin') {
      this.#left.set(connection, this.#begun);
      this.#begun += 1;
    }
    const left = this.#left.get(connection);
    if (left === undefined) return true;
    if (left === 0) return false;
    // A transaction that ends before it is held is over; one that is held at its end has sent it.
    if (kind === 'end' && left > 1) this.#left.delete(connection);
    else this.#left.set(connection, left - 1);
    return true;
  }
}
