import type { ErrorEnvelope } from '../errors/envelope.ts';
import type { ErrorTable } from '../errors/error-table.ts';
import type { AuthScheme } from './auth-scheme.ts';
import type { RateLimitPolicy } from './rate-limit.ts';
import { policyOf, vocabularyKey } from './route-policy.ts';

/** The vocabulary of one API: every name its operations use, and its meaning. Made by `defineOperations()`. */
export interface Vocabulary<
  Errors extends ErrorTable = ErrorTable,
  Scheme extends string = string,
  Limit extends string = string,
  Scope extends string = string,
  ErrorBody = unknown,
> {
  /** Every code the API can fail with: the standard ones and its own. */
  readonly errors: Errors;
  /** Authentication schemes. The first is the default of operations. */
  readonly authSchemes: Readonly<Record<Scheme, AuthScheme>>;
  /** Rate limits. The first is the default of operations. Absent: any name is a limit; the default is `standard`. */
  readonly limits?: Readonly<Record<Limit, RateLimitPolicy>>;
  /** What each scope permits. Absent: any string is a scope. */
  readonly scopes?: Readonly<Record<Scope, string>>;
  readonly envelope: ErrorEnvelope<ErrorBody>;
}

/** The parts by which a route of a contract is recognized. */
export interface ContractLeaf {
  readonly method: string;
  readonly path: string;
  readonly metadata?: unknown;
}

/** A tree of routes, such as ts-rest's `AppRouter`. */
export interface ContractTree<Route extends ContractLeaf = ContractLeaf> {
  readonly [name: string]: ContractTree<Route> | Route;
}

/**
 * Every route of a contract, in its order, however deep it is nested.
 *
 * @example
 * const paths = routesOf<AppRoute>(contract).map(({ method, path }) => `${method} ${path}`);
 */
export function routesOf<Route extends ContractLeaf = ContractLeaf>(contract: ContractTree<Route>): Route[] {
  return Object.values(contract).flatMap((entry) => (isRoute(entry) ? [entry] : routesOf(entry)));
}

/**
 * The vocabulary of a contract's operations.
 *
 * @returns null when the contract has no route.
 * @throws TypeError naming two operations when they were made by different `defineOperations()`, and naming a route
 * that was not made by `operation()`.
 */
export function findVocabulary(contract: ContractTree): Vocabulary | null {
  const routes = routesOf(contract);
  const [first, ...others] = routes.map((route) => ({ id: policyOf(route).operationId, words: wordsOf(route) }));
  if (first === undefined) return null;
  const other = others.find(({ words }) => words !== first.words);
  if (other === undefined) return first.words;
  throw new TypeError(
    `${first.id} and ${other.id} have different vocabularies: all operations of a contract must come from one defineOperations().`,
  );
}

/**
 * Like {@link findVocabulary}, but a contract without routes is an error.
 *
 * @throws TypeError where `findVocabulary` does, and when the contract has no route.
 * @example
 * const { errors, scopes } = vocabularyOf(contract);
 */
export function vocabularyOf(contract: ContractTree): Vocabulary {
  const vocabulary = findVocabulary(contract);
  if (vocabulary === null) throw new TypeError('The contract has no operations.');
  return vocabulary;
}

/** The default limit: the first one of the API, `standard` if it defines none. */
export function defaultLimitOf({ limits }: Pick<Vocabulary, 'limits'>): string {
  return Object.keys(limits ?? {})[0] ?? 'standard';
}

function isRoute<Route extends ContractLeaf>(entry: ContractTree<Route> | Route): entry is Route {
  return typeof entry.method === 'string' && typeof entry.path === 'string';
}

function wordsOf(route: ContractLeaf): Vocabulary {
  const { [vocabularyKey]: vocabulary } = policyOf(route);
  if (vocabulary === undefined) {
    throw new TypeError(`${route.method} ${route.path} has a policy without a vocabulary: define it with operation().`);
  }
  return vocabulary;
}
