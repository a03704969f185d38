import type { Draft } from './calling/draft.ts';
import type { Exchange } from './calling/exchange.ts';

/** The keys a run works with. What is left out leaves out the checks that need it. */
export interface VerifyKeys {
  /** A key with every scope of the contract. Needed where an operation needs a key; plain routes get it too. */
  readonly full?: string;
  /** A key of the same tenant with every scope but these; null when there is none. */
  readonly withoutScope?: (...scopes: string[]) => string | null | Promise<string | null>;
  /** A key with every scope, of another tenant. */
  readonly otherTenant?: string;
}

/** What preparations can do on the server, with the full key. */
export interface Preparation {
  /**
   * Sends a request of an operation: the one that succeeds, changed as the draft says.
   *
   * @throws Error when the contract has no such operation.
   */
  request(operationId: string, draft?: Partial<Draft>): Promise<Exchange>;
  /** A text that no other call gave. */
  unique(): string;
}

/**
 * Where the value of a path parameter comes from: a field (default `id`) of what an operation answers with, or a function
 * of the parameters before it.
 */
export type Link =
  | { readonly operation: string; readonly field?: string }
  | ((preparation: Preparation, params: Readonly<Record<string, string>>) => string | Promise<string>);

/** Completes the request of one operation that succeeds; what it leaves out is found as without it. */
export type Prepare = (preparation: Preparation) => Partial<Draft> | Promise<Partial<Draft>>;

export interface VerifyOptions {
  /** Where the contract's paths start: `http://127.0.0.1:3000/api/v1`. */
  readonly baseUrl: string;
  /** Default: none. */
  readonly keys?: VerifyKeys;
  /** Makes the generated requests. The same seed makes the same ones. Default: a new one for each run. */
  readonly seed?: number;
  /** Generated requests of each check that generates some, 1 to 1000. Default 20. */
  readonly runs?: number;
  /** Operation ids (`todos.create`, `todos.*`) and check ids (`access.no-key`, `access.*`); one of each kind is enough. Default: all. */
  readonly only?: readonly string[];
  /**
   * What path parameters name, by the path up to them: `/todos/:id`. Found without one: the record a POST of the path
   * before it creates, else the first record a GET of it lists.
   */
  readonly links?: Readonly<Record<string, Link>>;
  /** Requests that succeed, by operation id, where the contract's examples are not enough. */
  readonly prepare?: Readonly<Record<string, Prepare>>;
  /** Fields that change with every write and are no part of what was written. Default `updatedAt`, `version`. */
  readonly volatileFields?: readonly string[];
  /** Default: the global one. */
  readonly fetch?: typeof fetch;
}
