import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import type { Draft, SendOptions } from '../calling/draft.ts';
import type { Exchange } from '../calling/exchange.ts';
import type { ContractRoute } from '../contract/contract-route.ts';
import { readerOf } from '../contract/path-template.ts';
import { arbitraryOf } from '../generating/arbitrary-of.ts';
import { documentedSchemaOf } from '../generating/documented-schema.ts';
import { Skip, Violation } from '../outcomes.ts';
import type { Session } from './session.ts';
import type { BodyKind, ValidRequestFactory } from './valid-request-factory.ts';

/** How often and how long to wait for background work. */
const calmTurns = 20;
const calmMs = 250;

/** The seed of the fixed half of the requests, which is the same in every run. */
const fixedSeed = 0;

/** Number of values the fixed half is chosen from. */
const choices = 50;

/** Maximum number of attempts to shrink a failing input. */
const shrinks = 60;

/** True for 4xx. */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 500;
}

/** What a check of one operation works with: its route, requests and assertions. */
export class CheckContext {
  readonly route: ContractRoute;
  readonly session: Session;
  readonly validRequests: ValidRequestFactory;
  readonly #seed: number;
  readonly #isPatient: boolean;
  #hasSeenChange = false;

  /** @param isPatient wait for background work on a record before comparing it. */
  constructor(
    route: ContractRoute,
    session: Session,
    validRequests: ValidRequestFactory,
    { seed, isPatient = false }: { readonly seed: number; readonly isPatient?: boolean },
  ) {
    this.route = route;
    this.session = session;
    this.validRequests = validRequests;
    this.#seed = seed;
    this.#isPatient = isPatient;
  }

  /** A valid request of the operation, on new records. @throws Unreachable when none was found. */
  draft(given?: Partial<Draft>, kind?: BodyKind): Promise<Draft> {
    return this.validRequests.draft(this.route, given, kind);
  }

  send(draft: Draft, options?: SendOptions): Promise<Exchange> {
    return this.session.send(this.route, draft, options);
  }

  /** Sends a valid request. */
  perform(given?: Partial<Draft>, kind?: BodyKind): Promise<{ draft: Draft; exchange: Exchange }> {
    return this.validRequests.perform(this.route, given, kind);
  }

  /** The record of the operation as its GET returns it now; null if the contract has no such GET. */
  async read(draft: Pick<Draft, 'params'>): Promise<Exchange | null> {
    return this.#readBy(readerOf(this.route, this.session.routes), draft);
  }

  /** True when {@link CheckContext.read} shows the same before and after. */
  async isUnchangedBy(draft: Pick<Draft, 'params'>, act: () => Promise<unknown>): Promise<boolean> {
    const before = await (this.#isPatient ? this.#calm(draft) : this.#show(draft));
    await act();
    const isUnchanged = (await this.#show(draft)) === before;
    if (!isUnchanged) this.#hasSeenChange = true;
    return isUnchanged;
  }

  /** True when something changed that should not have, perhaps because of background work. */
  get deservesPatience(): boolean {
    return this.#hasSeenChange && !this.#isPatient;
  }

  async #show(draft: Pick<Draft, 'params'>): Promise<string | undefined> {
    return (await this.read(draft))?.response.state;
  }

  /** The result of a read that is the same twice in a row. */
  async #calm(draft: Pick<Draft, 'params'>): Promise<string | undefined> {
    let shown = await this.#show(draft);
    for (let turn = 0; turn < calmTurns; turn += 1) {
      await delay(calmMs);
      const next = await this.#show(draft);
      if (next === shown) return shown;
      shown = next;
    }
    return shown;
  }

  /** The same as {@link CheckContext.read}, from the GET that returns an ETag. */
  async readTagged(draft: Pick<Draft, 'params'>): Promise<Exchange | null> {
    const isTagged = ({ policy }: ContractRoute) => policy.entityTag === 'read';
    return this.#readBy(readerOf(this.route, this.session.routes, isTagged), draft);
  }

  async #readBy(reader: ContractRoute | undefined, { params }: Pick<Draft, 'params'>): Promise<Exchange | null> {
    if (reader === undefined) return null;
    return this.session.send(reader, { params, query: {}, headers: {} });
  }

  /** @throws Violation with the message when the condition does not hold. */
  expect(condition: boolean, message: string, exchange: Exchange): void {
    if (!condition) throw new Violation(message, exchange);
  }

  /**
   * @throws Violation unless the response is this error; for a plain route, which has no codes, any refusal except 404.
   */
  expectError(exchange: Exchange, status: number, code: string): void {
    const { response } = exchange;
    const { isPlain } = this.route;
    const isRight = response.status === status && response.code === code;
    const isLike = status === 404 ? response.status === 404 : isRefusal(response.status);
    const wanted = isPlain ? `${status}, or another refusal` : `${status} ${code}`;
    const got = isPlain ? response.status : `${response.status} ${response.code || 'without a code'}`;
    this.expect(isPlain ? isLike : isRight, `Expected ${wanted}, got ${got}.`, exchange);
  }

  /** A valid body that meets the condition; undefined when none is found. */
  someBody(isWanted: (body: unknown) => boolean): unknown {
    const { body, id } = this.route;
    if (body === undefined) return undefined;
    const values = arbitraryOf(documentedSchemaOf(body, { text: false, where: id }));
    const made = fc.sample(values, { numRuns: 50, seed: this.#seed });
    return made.find((value) => body.safeParse(value).success && isWanted(value));
  }

  /** @throws Skip, always. */
  skip(reason: string): never {
    throw new Skip(reason);
  }

  /**
   * All of these if they are few, else a sample: three for each generated request of other checks. Half of the sample
   * is the same in every run; the seed chooses the other half.
   */
  someOf<T>(values: readonly T[]): readonly T[] {
    const wanted = this.session.runs * 3;
    if (values.length <= wanted) return values;
    const choose = (from: readonly T[], length: number, seed: number) =>
      fc.sample(fc.shuffledSubarray([...from], { minLength: length, maxLength: length }), { numRuns: 1, seed })[0] ??
      [];
    const always = choose(values, Math.ceil(wanted / 2), fixedSeed);
    const others = values.filter((value) => !always.includes(value));
    return [...always, ...choose(others, wanted - always.length, this.#seed)];
  }

  /**
   * Calls `predicate` with generated values, and on a failure with smaller ones. Half of the values are the same in
   * every run; the seed determines the others.
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
    const { runs } = this.session;
    const always = telling(fc.sample(values, { seed: fixedSeed, numRuns: choices })).slice(0, Math.ceil(runs / 2));
    const details = await fc.check(property, {
      seed: this.#seed,
      numRuns: runs,
      examples: always.map((value) => [value]),
      includeErrorInReport: false,
    } as fc.Parameters<[T]>);
    if (details.failed && details.errorInstance !== null) throw details.errorInstance;
  }
}

/**
 * The values that break servers first: the one with most characters beyond ASCII, the longest, the shortest, then the
 * others.
 */
function telling<T>(values: readonly T[]): T[] {
  const most = (measure: (text: string) => number) =>
    values
      .map((value) => ({ value, size: measure(JSON.stringify(value) ?? '') }))
      .reduce((one, other) => (other.size > one.size ? other : one)).value;
  const beyondAscii = most((text) => text.replaceAll(/[ -~]/g, '').length);
  const [longest, shortest] = [most(({ length }) => length), most(({ length }) => -length)];
  return [...new Set([beyondAscii, longest, shortest, ...values])];
}
