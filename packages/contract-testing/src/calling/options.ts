import type { RequestListener, Server } from 'node:http';
import type { Draft } from './draft.ts';
import type { Exchange } from './exchange.ts';

/** The credentials of one authentication scheme. A missing one skips the checks that need it. */
export interface SchemeCredentials {
  /** A credential with every scope of the contract. */
  readonly full: string;
  /** A credential of the same tenant with every scope except these; null when there is none. */
  readonly withoutScope?: (...scopes: string[]) => string | null | Promise<string | null>;
  /** A credential with every scope, of another tenant. */
  readonly otherTenant?: string;
  /**
   * The header fields that carry a credential. Default: according to the contract's scheme, else `Authorization:
   * Bearer`.
   */
  readonly present?: (credential: string) => Readonly<Record<string, string>>;
}

/**
 * How requests authenticate, by the name of the scheme; a text is a credential with every scope.
 *
 * @example
 * { apiKey: { full: key, otherTenant: otherKey }, signed: { full: id, present: (id) => ({ 'x-signature': sign(id) }) } }
 */
export type Credentials = Readonly<Record<string, string | SchemeCredentials>>;

/** The calls available to `prepare` functions, with the full credential. */
export interface Preparation {
  /**
   * Sends the valid request of an operation, with the changes of the draft.
   *
   * @throws Error when the contract has no such operation.
   */
  request(operationId: string, draft?: Partial<Draft>): Promise<Exchange>;
  /** A unique text. */
  unique(): string;
}

/**
 * Where the value of a path parameter comes from: a field (default `id`) of what an operation returns, or a function
 * of the parameters before it.
 */
export type Link =
  | { readonly operation: string; readonly field?: string }
  | ((preparation: Preparation, params: Readonly<Record<string, string>>) => string | Promise<string>);

/** Supplies parts of the valid request of an operation; the rest is generated. */
export type Prepare = (preparation: Preparation) => Partial<Draft> | Promise<Partial<Draft>>;

/** A fetch handler, as Hono, Bun, Deno and workers export it. */
export type FetchHandler = (request: Request) => Response | Promise<Response>;

/**
 * A server in this process. A fetch handler, or an object that has one, is called without a port. An Express app or
 * another listener of `node:http`, and a server that does not listen yet, listen on a free port of 127.0.0.1 until the
 * verification is closed. A function with fewer than two parameters counts as a fetch handler.
 */
export type App = FetchHandler | { readonly fetch: FetchHandler } | RequestListener | Server;

/** A server that listens. */
export interface RunningServer {
  /** Where the contract's paths start: `http://127.0.0.1:3000/api/v1`. */
  readonly baseUrl: string;
  /** Sends the requests. Default: the global one. */
  readonly fetch?: typeof fetch;
  readonly app?: never;
  readonly basePath?: never;
}

/** A server that is called in this process. */
export interface InProcessServer {
  readonly app: App;
  /** Where the contract's paths start: `/api/v1`. Default: at the root. */
  readonly basePath?: string;
  readonly baseUrl?: never;
  readonly fetch?: never;
}

/** What is verified: a server at an address, or one in this process. */
export type VerifiedServer = RunningServer | InProcessServer;

export interface VerifySettings {
  /** Required for operations that authenticate. Routes without a policy use the first. Default: none. */
  readonly credentials?: Credentials;
  /** Seed of the generated requests. Default: a new one for each run. */
  readonly seed?: number;
  /** Number of generated requests per check, 1 to 1000. Default 20. */
  readonly runs?: number;
  /** Operation ids (`todos.create`, `todos.*`) and check ids (`access.no-key`, `access.*`); one of each kind is enough. Default: all. */
  readonly only?: readonly string[];
  /**
   * For a quick run: 3 makes `responses.success` and every third check of each operation, and each check for at least
   * one operation. The seed determines which. Default 1: all of them.
   */
  readonly every?: number;
  /**
   * Values of path parameters by the path up to them: `/todos/:id`. Default: the record created by a POST of the path
   * before it, else the first record its GET lists.
   */
  readonly links?: Readonly<Record<string, Link>>;
  /** Parts of valid requests by operation id, where the contract's examples are not sufficient. */
  readonly prepare?: Readonly<Record<string, Prepare>>;
  /** Fields that every write changes by itself. Default `updatedAt`, `version`. */
  readonly volatileFields?: readonly string[];
}

export type VerifyOptions = VerifiedServer & VerifySettings;
