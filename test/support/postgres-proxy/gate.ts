import type { Passage } from './statement-reader.ts';

/** Which statements count towards a break. */
export type Counted = 'all' | 'first-transaction';

/** Counts the statements of all connections and shuts after a number of them. */
export class Gate {
  passed = 0;
  #shut = false;
  #limit = Number.POSITIVE_INFINITY;
  #act: () => void = () => undefined;
  #counted: Counted = 'all';
  /** The connection whose transaction is counted: undefined before it begins, null when it is over. */
  #connection: object | null | undefined;

  open(limit: number, act: () => void, counted: Counted): void {
    this.passed = 0;
    this.#shut = false;
    this.#limit = limit;
    this.#act = act;
    this.#counted = counted;
    this.#connection = undefined;
  }

  /** @returns whether the statement was sent. */
  pass(connection: object, kind: Passage['kind'], send: () => void): boolean {
    if (this.#shut) return false;
    const counts = this.#counts(connection, kind);
    const mayPass = !counts || this.passed < this.#limit;
    if (mayPass) send();
    if (!counts) return true;
    if (mayPass) this.passed += 1;
    this.#shut = this.passed >= this.#limit;
    if (this.#shut) this.#act();
    return mayPass;
  }

  #counts(connection: object, kind: Passage['kind']): boolean {
    if (this.#counted === 'all') return true;
    if (this.#connection === undefined && kind === 'begin') this.#connection = connection;
    const counts = this.#connection === connection;
    if (counts && kind === 'end') this.#connection = null;
    return counts;
  }
}
