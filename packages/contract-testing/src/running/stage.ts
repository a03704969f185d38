import fc from 'fast-check';
import type { Draft, SendOptions } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { readerOf } from '../contract/path-template.ts';
import { Skip, Violation } from './outcomes.ts';
import type { Session } from './session.ts';
import type { UsualRequests } from './usual-requests.ts';

/** Times a failing input is tried to be made smaller. */
const shrinks = 60;

/** Where one check of one operation plays. */
export class Stage {
  readonly route: ContractRoute;
  readonly session: Session;
  readonly usual: UsualRequests;
  readonly #seed: number;

  constructor(route: ContractRoute, session: Session, usual: UsualRequests, seed: number) {
    this.route = route;
    this.session = session;
    this.usual = usual;
    this.#seed = seed;
  }

  /** A request of the operation that succeeds, about records of its own. @throws Unreachable when none is known. */
  draft(given?: Partial<Draft>): Promise<Draft> {
    return this.usual.draft(this.route, given);
  }

  send(draft: Draft, options?: SendOptions): Promise<Exchange> {
    return this.session.send(this.route, draft, options);
  }

  /** Sends a request that succeeds. */
  perform(given?: Partial<Draft>): Promise<{ draft: Draft; exchange: Exchange }> {
    return this.usual.perform(this.route, given);
  }

  /** What the operation is about, as its GET shows it now; null where the contract has none. */
  async read({ params }: Pick<Draft, 'params'>): Promise<Exchange | null> {
    const reader = this.reader;
    if (reader === undefined) return null;
    return this.session.send(reader, { params, query: {}, headers: {} });
  }

  /** The route that {@link Stage.read} asks. */
  get reader(): ContractRoute | undefined {
    return readerOf(this.route, this.session.routes);
  }

  /** @throws Violation with the message when the condition does not hold. */
  expect(condition: boolean, message: string, exchange: Exchange): void {
    if (!condition) throw new Violation(message, exchange);
  }

  /** @throws Violation unless the answer is this error. */
  expectError(exchange: Exchange, status: number, code: string): void {
    const { answer } = exchange;
    this.expect(
      answer.status === status && answer.code === code,
      `Expected ${status} ${code}, got ${answer.status} ${answer.code}.`,
      exchange,
    );
  }

  /** @throws Skip, always. */
  skip(reason: string): never {
    throw new Skip(reason);
  }

  /** All of these where they are few, else a choice the seed makes; three for each generated request of other checks. */
  someOf<T>(values: readonly T[]): readonly T[] {
    const length = Math.min(values.length, this.session.runs * 3);
    const choices = fc.shuffledSubarray([...values], { minLength: length, maxLength: length });
    return fc.sample(choices, { numRuns: 1, seed: this.#seed })[0] ?? [];
  }

  /**
   * Calls `predicate` with generated values, and on a failure with smaller ones.
   *
   * @throws what the predicate throws for the smallest value that fails.
   */
  async forAll<T>(values: fc.Arbitrary<T>, predicate: (value: T) => Promise<void>): Promise<void> {
    let failures = 0;
    const property = fc.asyncProperty(values, async (value) => {
      if (failures > shrinks) return;
      if (failures > 0) failures += 1;
      try {
        await predicate(value);
      } catch (error) {
        failures += 1;
        throw error;
      }
    });
    const details = await fc.check(property, {
      seed: this.#seed,
      numRuns: this.session.runs,
      includeErrorInReport: false,
    } as fc.Parameters<[T]>);
    if (details.failed && details.errorInstance !== null) throw details.errorInstance;
  }
}
