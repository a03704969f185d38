import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Request } from 'express';
import type { Caller } from '../../auth/caller.ts';
import { noPreconditions, type Preconditions } from '../../etag/preconditions.ts';
import type { BodyPart } from '../../idempotency/index.ts';

/** What the stages of the pipeline have learned about one request. */
export class RequestState {
  readonly requestId: string;
  policy: RoutePolicy | null = null;
  caller: Caller | null = null;
  /** True once the credential has been looked at, whatever came of it. */
  identified = false;
  /** True once the request has been counted, so that no failure answers without rate-limit headers. */
  counted = false;
  preconditions: Preconditions = noPreconditions;
  idempotencyKey: string | null = null;
  /** The body as it was sent, before a schema changed anything about it. */
  sentBody: unknown = undefined;
  bodyParts: readonly BodyPart[] | undefined = undefined;

  #release: (() => void) | null = null;

  constructor(requestId: string) {
    this.requestId = requestId;
  }

  /** Leaves something to be done when the request is over. */
  atEnd(release: () => void): void {
    this.#release = release;
  }

  /** The handler is done, or will not be called. */
  end(): void {
    this.#release?.();
    this.#release = null;
  }
}

const stateKey = Symbol('contract-kit.state');

type WithState = { [stateKey]?: RequestState };

export function attachState(req: Request, state: RequestState): void {
  (req as WithState)[stateKey] = state;
}

/** @throws Error when the pipeline did not open the request: a mistake in how it is mounted. */
export function stateOf(req: Request): RequestState {
  const state = (req as WithState)[stateKey];
  if (state === undefined) throw new Error('The request did not pass through the pipeline.');
  return state;
}
