import type { EntityTagCondition, RoutePolicy } from '@contract-kit/http-spec';
import type { Caller } from '../../auth/caller.ts';
import type { RequestView } from '../../request.ts';
import type { Exchange } from '../exchange.ts';
import type { BaseContext } from './handler-types.ts';

/** The context that handlers get. */
export class HandlerContext implements BaseContext<Caller | null> {
  readonly request: RequestView;
  readonly operation: RoutePolicy;
  readonly requestId: string;
  readonly caller: Caller | null;
  readonly ifMatch: EntityTagCondition | null;
  readonly ifNoneMatch: EntityTagCondition | null;
  readonly idempotencyKey: string | null;

  constructor({ request, requestId, caller, preconditions, idempotencyKey }: Exchange, operation: RoutePolicy) {
    this.request = request;
    this.operation = operation;
    this.requestId = requestId;
    this.caller = caller;
    this.ifMatch = preconditions.ifMatch;
    this.ifNoneMatch = preconditions.ifNoneMatch;
    this.idempotencyKey = idempotencyKey;
  }

  /** Created only on access, because few handlers need it. */
  get signal(): AbortSignal {
    return this.request.signal;
  }
}
