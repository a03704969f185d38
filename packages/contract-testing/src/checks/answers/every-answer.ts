import { headerNames } from '@contract-kit/http-spec';
import {
  findBodyProblem,
  findContentTypeProblem,
  findErrorProblem,
  findStatusProblem,
} from '../../contract/find-answer-problems.ts';
import { findHeaderProblem } from '../../contract/find-header-problem.ts';
import { everyAnswer } from './recorded.ts';

const ofPlain = { ofPlain: true } as const;

export const status = everyAnswer(
  'answers.status',
  'every status is declared',
  ({ answer }, { route }) => findStatusProblem(route, answer),
  { ofPlain: 'every status is declared; with strictStatusCodes those of refusals too' },
);

export const body = everyAnswer(
  'answers.body',
  'every body fits its schema, without a key more',
  ({ answer }, { route }) => findBodyProblem(route, answer),
  ofPlain,
);

export const contentType = everyAnswer(
  'answers.content-type',
  'every body is of the declared media type',
  ({ answer }, { route }) => findContentTypeProblem(route, answer),
  ofPlain,
);

export const headers = everyAnswer(
  'answers.headers',
  'every documented header is there',
  ({ answer }, { route, session }) => findHeaderProblem(route, answer, session.document),
);

export const errors = everyAnswer(
  'answers.errors',
  'every error is in the envelope, with a declared code and the id of its request',
  ({ answer }, { route }) => findErrorProblem(route, answer),
);

export const requestId = everyAnswer(
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
