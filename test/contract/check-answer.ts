import { standardErrors } from '@contract-kit/http-spec';
import { declaresMediaType, fileTypesOf } from '@contract-kit/http-spec/zod';
import { expect } from 'vitest';
import type { Answer } from '../support/app-server.ts';
import type { Stage } from './stage.ts';

/** The parts of an OpenAPI document that say which headers an answer has. */
export interface HeaderDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OperationPart>>>>;
  readonly components: {
    readonly headers: Readonly<Record<string, { readonly schema: HeaderSchema }>>;
    readonly responses: Readonly<Record<string, ResponsePart>>;
  };
}

interface OperationPart {
  readonly responses: Readonly<Record<string, ResponsePart>>;
}

interface ResponsePart {
  readonly $ref?: string;
  /** A reference to a component, or the header itself. */
  readonly headers?: Readonly<Record<string, { readonly $ref?: string; readonly schema?: HeaderSchema }>>;
}

interface HeaderSchema {
  readonly type: 'string' | 'integer';
  readonly minimum?: number;
}

/** Holds an answer to the contract: the outcome, a body its schema admits without one key more, its headers. */
export function checkAnswer(answer: Answer, outcome: number | string, stage: Stage, document: HeaderDocument): void {
  const definition = typeof outcome === 'string' ? standardErrors[outcome as keyof typeof standardErrors] : null;
  expect(answer.status, answer.toString()).toBe(definition?.status ?? outcome);
  checkBody(answer, stage);
  checkHeaders(answer, documentedHeaders(answer, stage, document, definition?.retry === 'after'));
  if (definition === null) return;
  expect(answer.error.code, answer.toString()).toBe(outcome);
  expect(answer.error.requestId).toBe(answer.headers.get('x-request-id'));
}

function checkBody(answer: Answer, { route }: Stage): void {
  const declared = route.responses[answer.status];
  const fileTypes = fileTypesOf(declared);
  if (fileTypes !== undefined) {
    const contentType = answer.headers.get('content-type') ?? '';
    expect(declaresMediaType(fileTypes, contentType), contentType).toBe(true);
    return;
  }
  if (!isSchema(declared)) {
    expect([204, 304]).toContain(answer.status);
    expect(answer.text).toBe('');
    return;
  }
  expect(answer.headers.get('content-type')).toMatch(/^application\/json(; ?charset=utf-8)?$/i);
  const { data, error } = declared.safeParse(answer.body);
  expect(error?.issues, answer.toString()).toBeUndefined();
  // Parsing drops the keys a schema does not know.
  expect(answer.body).toEqual(data);
}

interface Schema {
  safeParse(value: unknown): { data?: unknown; error?: { issues: unknown } };
}

function isSchema(declared: unknown): declared is Schema {
  return typeof declared === 'object' && declared !== null && 'safeParse' in declared;
}

/** The headers an answer must have, with their schemas. */
function documentedHeaders(
  { status }: Answer,
  { route }: Stage,
  document: HeaderDocument,
  retries: boolean,
): [string, HeaderSchema][] {
  const path = route.path.replace(/:(\w+)/g, '{$1}');
  const response = document.paths[path]?.[route.method.toLowerCase()]?.responses[status];
  const name = response?.$ref?.split('/').at(-1);
  const { headers = {} } = (name === undefined ? response : document.components.responses[name]) as ResponsePart;
  return Object.entries(headers)
    .filter(([header]) => header !== 'Idempotent-Replayed' && (header !== 'Retry-After' || retries))
    .map(([header, { schema }]) => [header, schema ?? (document.components.headers[header]?.schema as HeaderSchema)]);
}

function checkHeaders({ headers }: Answer, documented: readonly [string, HeaderSchema][]): void {
  const names = documented.map(([name]) => name);
  expect(names).toEqual(expect.arrayContaining(['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining']));
  for (const [name, { type, minimum = 0 }] of documented) {
    const value = headers.get(name);
    expect(value, name).not.toBeNull();
    if (type === 'integer') expect(Number(value), name).toBeGreaterThanOrEqual(minimum);
  }
}
