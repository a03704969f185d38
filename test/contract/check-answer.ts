import {
  findBodyProblem,
  findContentTypeProblem,
  findErrorProblem,
  findHeaderProblem,
  findStatusProblem,
  findUndeclaredHeaders,
  type HeaderDocument,
} from '@contract-kit/contract-testing';
import { standardErrors } from '@contract-kit/http-spec';
import { expect } from 'vitest';
import type { Answer } from '../support/app-server.ts';
import type { Stage } from './stage.ts';

/** Holds an answer to the contract: the outcome, a body its schema admits without one key more, its headers. */
export function checkAnswer(answer: Answer, outcome: number | string, stage: Stage, document: HeaderDocument): void {
  const { route } = stage;
  const definition = typeof outcome === 'string' ? standardErrors[outcome as keyof typeof standardErrors] : null;
  expect(answer.status, answer.toString()).toBe(definition?.status ?? outcome);
  const problems = [
    findStatusProblem(route, answer),
    findBodyProblem(route, answer),
    findContentTypeProblem(route, answer),
    findHeaderProblem(route, answer, document),
    findErrorProblem(route, answer),
  ];
  expect(
    problems.filter((problem) => problem !== null),
    answer.toString(),
  ).toEqual([]);
  expect(findUndeclaredHeaders(route, answer, document), 'headers that the document does not declare').toEqual([]);
  if (definition !== null) expect(answer.error.code, answer.toString()).toBe(outcome);
}
