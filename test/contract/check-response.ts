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
import type { ApiResponse } from '../support/app-server.ts';
import type { ScenarioContext } from './scenario-context.ts';

/** Checks a response against the contract: the outcome, a body its schema admits without undeclared keys, its headers. */
export function checkResponse(
  response: ApiResponse,
  outcome: number | string,
  context: ScenarioContext,
  document: HeaderDocument,
): void {
  const { route } = context;
  const definition = typeof outcome === 'string' ? standardErrors[outcome as keyof typeof standardErrors] : null;
  expect(response.status, response.toString()).toBe(definition?.status ?? outcome);
  const problems = [
    findStatusProblem(route, response),
    findBodyProblem(route, response),
    findContentTypeProblem(route, response),
    findHeaderProblem(route, response, document),
    findErrorProblem(route, response),
  ];
  expect(
    problems.filter((problem) => problem !== null),
    response.toString(),
  ).toEqual([]);
  expect(findUndeclaredHeaders(route, response, document), 'headers that the document does not declare').toEqual([]);
  if (definition !== null) expect(response.error.code, response.toString()).toBe(outcome);
}
