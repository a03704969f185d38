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

/** What the core needs to serve an operation: one of a contract, or a route beside it. */
export interface Operation {
  readonly method: string;
  /** Without the base path: `/todos/:id`. */
  readonly path: string;
  readonly policy: RoutePolicy;
  /** Null where the operation is not deprecated. */
  readonly announceDeprecation: AnnounceDeprecation | null;
  /** Where its input has deprecated fields, the part it is in first: `['query', 'since']`. */
  readonly deprecatedFields: readonly ValuePath[];
  /** Those it accepts, in order. Empty: anyone may call. */
  readonly schemes: readonly NamedScheme[];
  /** What checks each part of the input; a part without a schema is passed on as text. */
  readonly schemas: { readonly [Part in keyof HandlerInput]?: unknown };
  /** Media types of the responses that are not JSON, by status. */
  readonly contentTypes: ReadonlyMap<number, string>;
  /** Null if scopes are sufficient. */
  readonly authorize: ((caller: Caller, input: HandlerInput) => void | Promise<void>) | null;
  /** Makes ready what the handler needs, for replays too; the handler itself runs at most once per Idempotency-Key. */
  prepare(exchange: Exchange): Promise<() => Promise<HandlerResult>>;
}
