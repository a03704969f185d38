import { headerNames } from '@contract-kit/http-spec';
import type { Exchange } from '../calling/exchange.ts';
import {
  findBodyProblem,
  findContentTypeProblem,
  findErrorProblem,
  findStatusProblem,
} from '../contract/find-answer-problems.ts';
import { findDeprecationProblem } from '../contract/find-deprecation-problem.ts';
import { findHeaderProblem } from '../contract/find-header-problem.ts';
import { Violation } from '../outcomes.ts';
import type { Stage } from '../running/stage.ts';
import type { Check } from './check.ts';

/** A promise that every answer of an operation keeps, whatever it was sent for. */
function everyAnswer(
  id: string,
  holds: string,
  findProblem: (exchange: Exchange, stage: Stage) => string | null,
  scope: Pick<Check, 'ofPlain' | 'ofRetired'> & Partial<Pick<Check, 'applies'>> = {},
): Check {
  return {
    id,
    holds,
    applies: () => true,
    ...scope,
    async run(stage) {
      const recorded = stage.session.exchangesOf(stage.route);
      if (recorded.length === 0) await stage.perform();
      const broken = recorded
        .map((exchange) => ({ exchange, problem: findProblem(exchange, stage) }))
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

const status = everyAnswer(
  'answers.status',
  'every status is declared',
  ({ answer }, { route }) => findStatusProblem(route, answer),
  { ofPlain: 'every status is declared; with strictStatusCodes those of refusals too' },
);

const body = everyAnswer(
  'answers.body',
  'every body fits its schema, without a key more',
  ({ answer }, { route }) => findBodyProblem(route, answer),
  ofPlain,
);

const contentType = everyAnswer(
  'answers.content-type',
  'every body is of the declared media type',
  ({ answer }, { route }) => findContentTypeProblem(route, answer),
  ofPlain,
);

const headers = everyAnswer('answers.headers', 'every documented header is there', ({ answer }, { route, session }) =>
  findHeaderProblem(route, answer, session.document),
);

const errors = everyAnswer(
  'answers.errors',
  'every error is in the envelope, with a declared code and the id of its request',
  ({ answer }, { route }) => findErrorProblem(route, answer),
);

const deprecation = everyAnswer(
  'answers.deprecation',
  'every response of a deprecated operation says since when, until when and what replaces it, as declared',
  ({ answer }, { route, session }) => findDeprecationProblem(route.policy, answer.headers, session.routes),
  { ofRetired: true, applies: ({ route }) => route.policy.deprecated !== undefined },
);

const requestId = everyAnswer(
  'answers.request-id',
  'every request has an id of its own',
  (exchange, { route, session }) => {
    const idOf = ({ answer }: typeof exchange) => answer.headers.get(headerNames.requestId);
    const id = idOf(exchange);
    if (id === null) return 'The header X-Request-Id is missing.';
    const same = session.exchangesOf(route).filter((other) => idOf(other) === id);
    return same.length === 1 ? null : `${same.length} answers have the same X-Request-Id.`;
  },
);

/** What holds for every response; these come last, when there are many. */
export const everyAnswerChecks: readonly Check[] = [status, body, contentType, headers, errors, deprecation, requestId];
