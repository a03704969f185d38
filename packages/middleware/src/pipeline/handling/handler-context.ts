import type { EntityTagCondition } from '@contract-kit/http-spec';
import type { Response } from 'express';
import type { Caller } from '../../auth/caller.ts';
import type { BaseContext } from '../handler-types.ts';
import type { RequestState } from '../stages/request-state.ts';

/** The context handlers get. The abort signal is made on first use, because few handlers need one. */
export class HandlerContext implements BaseContext<Caller | null> {
  readonly requestId: string;
  readonly caller: Caller | null;
  readonly ifMatch: EntityTagCondition | null;
  readonly ifNoneMatch: EntityTagCondition | null;
  readonly idempotencyKey: string | null;
  readonly #res: Response;
  #signal: AbortSignal | undefined;

  constructor(state: RequestState, res: Response) {
    this.requestId = state.requestId;
    this.caller = state.caller;
    this.ifMatch = state.preconditions.ifMatch;
    this.ifNoneMatch = state.preconditions.ifNoneMatch;
    this.idempotencyKey = state.idempotencyKey;
    this.#res = res;
  }

  get signal(): AbortSignal {
    this.#signal ??= abortOnClose(this.#res);
    return this.#signal;
  }
}

function abortOnClose(res: Response): AbortSignal {
  const controller = new AbortController();
  const onClose = (): void => {
    if (!res.writableFinished) controller.abort();
  };
  if (res.closed) onClose();
  else res.once('close', onClose);
  return controller.signal;
}
