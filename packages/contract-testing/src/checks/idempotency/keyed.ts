import { randomUUID } from 'node:crypto';
import { headerNames } from '@contract-kit/http-spec';
import type { Draft } from '../../calling/draft.ts';
import type { Exchange } from '../../calling/exchange.ts';
import type { Stage } from '../../running/stage.ts';
import type { CheckedRoute } from '../check.ts';

export const takesKeys = ({ route }: CheckedRoute) => route.policy.idempotency === 'accepted';

/** A request with an Idempotency-Key that no other request has. */
export function keyed(draft: Draft, key: string = randomUUID()): Draft {
  return { ...draft, headers: { ...draft.headers, [headerNames.idempotencyKey]: key } };
}

/** Sends a request with a key of its own. @throws Violation when it does not succeed. */
export async function sendFirst(stage: Stage, usual: Draft): Promise<{ draft: Draft; first: Exchange }> {
  const draft = keyed(usual);
  const first = await stage.send(draft);
  stage.expect(first.answer.isSuccess, `With an Idempotency-Key it is answered ${first.answer.status}.`, first);
  return { draft, first };
}

/** True when an answer says that it is one of before. */
export function isReplay({ answer }: Exchange): boolean {
  return answer.headers.get(headerNames.idempotentReplayed) === 'true';
}
