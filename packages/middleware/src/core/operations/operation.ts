import type { RoutePolicy } from '@contract-kit/http-spec';
import type { ValuePath } from '@contract-kit/http-spec/zod';
import type { NamedScheme } from '../../auth/authenticator.ts';
import type { Caller } from '../../auth/caller.ts';
import type { HandlerResult } from '../../handler-result.ts';
import type { AnnounceDeprecation } from '../deprecation.ts';
import type { Exchange } from '../exchange.ts';

/** The validated input of a handler. */
export interface HandlerInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly headers: unknown;
  readonly body: unknown;
}

/** Runs the handler of one request. */
export type RunHandler = () => Promise<HandlerResult>;

/** What the core needs to serve an operation of a contract, or an extra route. */
export interface Operation {
  readonly method: string;
  /** Without the base path: `/todos/:id`. */
  readonly path: string;
  /** The whole path, as observers and documents name it: `/api/todos/{id}`. */
  readonly route: string;
  readonly policy: RoutePolicy;
  /** Null where the operation is not deprecated. */
  readonly announceDeprecation: AnnounceDeprecation | null;
  /** Paths of the deprecated fields of its input, starting with the part: `['query', 'since']`. */
  readonly deprecatedFields: readonly ValuePath[];
  /** The authentication schemes it accepts, in order. Empty: anyone may call. */
  readonly schemes: readonly NamedScheme[];
  /** The schema of each part of the input; a part without one is passed on as text. */
  readonly schemas: { readonly [Part in keyof HandlerInput]?: unknown };
  /** Media types of the responses that are not JSON, by status. */
  readonly contentTypes: ReadonlyMap<number, string>;
  /** Null if scopes are sufficient. */
  readonly authorize: ((caller: Caller, input: HandlerInput) => void | Promise<void>) | null;
  /**
   * Prepares what the handler needs, for replays too, and returns the handler, which runs at most once per
   * Idempotency-Key.
   */
  prepare(exchange: Exchange): RunHandler | Promise<RunHandler>;
}

/** A path with its parameters in braces. */
export const templateOf = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}');
