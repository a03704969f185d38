import { policyOf, type RoutePolicy } from '@contract-kit/http-spec';
import { mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { findContractProblems } from '@contract-kit/openapi/testing';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { contract } from './contract.ts';
import { vocabulary } from './vocabulary.ts';

interface Route {
  readonly method: string;
  readonly path: string;
  readonly summary?: string;
  readonly body?: unknown;
  readonly query?: unknown;
  readonly responses: Readonly<Record<number, unknown>>;
  readonly metadata?: unknown;
}

const routes: (readonly [string, Route, RoutePolicy])[] = Object.values(contract).flatMap((resource) =>
  Object.values(resource).map((route): readonly [string, Route, RoutePolicy] => [
    `${route.method} ${route.path}`,
    route,
    policyOf(route),
  ]),
);

const examplesOf = (schema: unknown): unknown[] =>
  typeof schema === 'object' && schema !== null ? (((schema as z.ZodType).meta()?.examples as unknown[]) ?? []) : [];

describe('every route', () => {
  it('has a unique operation id', () => {
    const ids = routes.map(([, , policy]) => policy.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z]*\.[a-z][A-Za-z]*$/);
  });

  it('has a unique method and path', () => {
    expect(new Set(routes.map(([name]) => name)).size).toBe(routes.length);
  });

  it.each(routes)('%s has a summary', (_, route) => {
    expect(route.summary).toMatch(/^[A-Z].{5,}[^.]$/);
  });

  it.each(routes)(
    '%s declares a response for each of its codes and a code for each of its error responses',
    (_, route, policy) => {
      const declared = Object.keys(route.responses)
        .map(Number)
        .filter((status) => status >= 400);
      expect(new Set(declared)).toEqual(
        new Set(policy.errors.map((code) => vocabulary.errors[code as keyof typeof vocabulary.errors].status)),
      );
    },
  );

  it.each(routes.filter(([, , policy]) => policy.auth.length === 0))(
    '%s is one of the few that need no key',
    (name) => {
      const keyless = [
        'GET /',
        'GET /openapi.json',
        'GET /feeds/:feed',
        'GET /channel-feeds/:token',
        'GET /files/:file',
      ];
      expect(keyless).toContain(name);
    },
  );
});

describe('the contract', () => {
  it('keeps the rules that make its documents complete', async () => {
    expect(await findContractProblems(contract)).toEqual([]);
  });
});

describe('bodies', () => {
  const bodies = routes.filter(([, , policy]) => policy.bodyLimit !== null);

  it.each(bodies)('%s refuses an unknown key', (_, { body }) => {
    const { error } = (body as z.ZodType).safeParse({ surprise: 1 });
    expect(error?.issues.some((issue) => issue.code === 'unrecognized_keys')).toBe(true);
  });

  /** The schemas of a body; a form has none with a JSON example. */
  const schemasOf = (body: unknown, [type = '']: readonly string[]) => {
    const schemas = Object.entries(mediaTypeSchemasOf(body) ?? { [type]: body as z.ZodType });
    return schemas.filter(([name]) => name !== 'multipart/form-data').map(([, schema]) => schema);
  };

  it.each(bodies)('%s has an example that its schema accepts', (_, { body }, { bodyTypes }) => {
    for (const schema of schemasOf(body, bodyTypes)) {
      const examples = examplesOf(schema);
      expect(examples).not.toEqual([]);
      for (const example of examples) expect(schema.safeParse(example).error).toBeUndefined();
    }
  });
});

describe('queries', () => {
  const queries = routes.filter(([, { query }]) => query !== undefined);

  it.each(queries)('%s refuses an unknown parameter', (_, { query }) => {
    const { error } = (query as z.ZodType).safeParse({ surprise: '1' });
    expect(error?.issues.some((issue) => issue.code === 'unrecognized_keys')).toBe(true);
  });
});

describe('an operation of one media type', () => {
  it.each([
    ['assets.createFromUrl', 'assets.create', 'application/json'],
    ['products.bulkNdjson', 'products.bulk', 'application/x-ndjson'],
  ])('%s has the policies of %s, and accepts only %s', (narrow, wide, mediaType) => {
    const policyOfOperation = (id: string) => routes.find(([, , policy]) => policy.operationId === id)?.[2];
    const comparable = (policy: RoutePolicy | undefined) => {
      const { operationId, tools, withoutTool, bodyTypes, fileParts, listParts, fileLimit, ...shared } = policy ?? {};
      return shared;
    };
    expect(policyOfOperation(narrow)?.bodyTypes).toEqual([mediaType]);
    expect(policyOfOperation(wide)?.bodyTypes).toContain(mediaType);
    expect(comparable(policyOfOperation(narrow))).toEqual(comparable(policyOfOperation(wide)));
  });
});

describe('product writes', () => {
  it('take If-Match where they change a product', () => {
    const changes = routes.filter(
      ([, , policy]) => policy.resource === 'product' && policy.scopes.includes('products:write'),
    );
    expect(changes.length).toBeGreaterThan(0);
    for (const [, , policy] of changes) expect(policy.entityTag).toBe('write');
  });

  it('take an Idempotency-Key wherever they are POST', () => {
    for (const [, route, policy] of routes) {
      expect(policy.idempotency).toBe(route.method === 'POST' ? 'accepted' : 'none');
    }
  });
});
