import { randomUUID } from 'node:crypto';
import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../../calling/draft.ts';
import type { Exchange } from '../../calling/exchange.ts';
import type { CheckedRoute } from '../check.ts';

export const takesKeys = ({ route }: CheckedRoute) => route.policy.idempotency === 'accepted';

/** A request with an Idempotency-Key that no other request has. */
export function keyed(draft: Draft, key: string = randomUUID()): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.idempotencyKey]: key } };
}

/** True when an answer says that it is one of before. */
export function isReplay({ answer }: Exchange): boolean {
  return answer.headers.get(headerNames.idempotentReplayed) === 'true';
}
