import { headerNames } from '@contract-kit/http-spec';
import type { Exchange } from '../calling/exchange.ts';
import { findDeprecationProblem } from '../contract/find-deprecation-problem.ts';
import { findHeaderProblem } from '../contract/find-header-problem.ts';
import {
  findBodyProblem,
  findContentTypeProblem,
  findErrorProblem,
  findStatusProblem,
} from '../contract/find-response-problems.ts';
import { Violation } from '../outcomes.ts';
import type { CheckContext } from '../running/check-context.ts';
import type { Check } from './check.ts';

/**
 * A rule for every response of an operation, whichever check sent the request.
 *
 * @param ruleFor gets all exchanges of the operation and returns what finds the problem of one of them.
 */
function everyResponse(
  id: string,
  holds: string,
  ruleFor: (context: CheckContext, recorded: readonly Exchange[]) => (exchange: Exchange) => string | null,
  scope: Pick<Check, 'ofPlain' | 'ofRetired'> & Partial<Pick<Check, 'applies'>> = {},
): Check {
  return {
    id,
    holds,
    applies: () => true,
    ...scope,
    async run(context) {
      const recorded = context.session.exchangesOf(context.route);
      if (recorded.length === 0) await context.perform();
      const findProblem = ruleFor(context, recorded);
      const broken = recorded
        .map((exchange) => ({ exchange, problem: findProblem(exchange) }))
        .filter(({ problem }) => problem !== null)
        .sort((one, other) => lengthOf(one.exchange) - lengthOf(other.exchange));
      const [smallest] = broken;
      if (smallest !== undefined) throw new Violation(smallest.problem ?? '', smallest.exchange);
    },
  };
}

function lengthOf({ request: { url, headers, body } }: Exchange): number {
  return url.length + Object.keys(headers).length * 20 + JSON.stringify(body ?? '').length;
}

const ofPlain = { ofPlain: true } as const;

const status = everyResponse(
  'responses.status',
  'every status is declared',
  ({ route }) =>
    ({ response }) =>
      findStatusProblem(route, response),
  { ofPlain: 'every status is declared; with strictStatusCodes those of refusals too' },
);

const body = everyResponse(
  'responses.body',
  'every body fits its schema, without undeclared keys',
  ({ route }) =>
    ({ response }) =>
      findBodyProblem(route, response),
  ofPlain,
);

const contentType = everyResponse(
  'responses.content-type',
  'every body is of the declared media type',
  ({ route }) =>
    ({ response }) =>
      findContentTypeProblem(route, response),
  ofPlain,
);

const headers = everyResponse(
  'responses.headers',
  'every documented header is there',
  ({ route, session }) =>
    ({ response }) =>
      findHeaderProblem(route, response, session.document),
);

const errors = everyResponse(
  'responses.errors',
  'every error is in the envelope, with a declared code and the id of its request',
  ({ route }) =>
    ({ response }) =>
      findErrorProblem(route, response),
);

const deprecation = everyResponse(
  'responses.deprecation',
  'every response of a deprecated operation says since when, until when and what replaces it, as declared',
  ({ route, session }) =>
    ({ response }) =>
      findDeprecationProblem(route.policy, response.headers, session.routes),
  { ofRetired: true, applies: ({ route }) => route.policy.deprecated !== undefined },
);

const requestId = everyResponse('responses.request-id', 'every request has a unique id', (_, recorded) => {
  const idOf = ({ response }: Exchange) => response.headers.get(headerNames.requestId);
  const counts = new Map<string | null, number>();
  for (const id of recorded.map(idOf)) counts.set(id, (counts.get(id) ?? 0) + 1);
  return (exchange) => {
    const id = idOf(exchange);
    if (id === null) return 'The header X-Request-Id is missing.';
    const count = counts.get(id) ?? 0;
    return count === 1 ? null : `${count} responses have the same X-Request-Id.`;
  };
});

/** What holds for every response; these come last, when there are many. */
export const everyResponseChecks: readonly Check[] = [
  status,
  body,
  contentType,
  headers,
  errors,
  deprecation,
  requestId,
];
