import { deferredSchemaOf, mediaTypeSchemasOf } from '@contract-kit/http-spec/zod';
import { toFieldErrors, validate } from '@contract-kit/middleware';
import { contract } from '@product-content/contract';
import { type AppRouter, isAppRoute } from '@ts-rest/core';
import { expect, it } from 'vitest';
import { z } from 'zod';

const wrongValues = [
  ...[undefined, null, true, false, -1, 0, 0.123456, 1.5, 2 ** 60, 1e300, '', ' ', 'x', '1', ',', 'a b', '\t\n'],
  ...['2026-13-45', 'x'.repeat(70_000), 'https://', [], [[]], [1], ['x', 'x'], [{}], Array(501).fill('x')],
  ...[{}, { x: 1 }, { length: 'x' }, { '': '' }, { code: 1, sku: 1, name: 1, id: [] }],
];

/** Every schema of the requests of the contract, with those they are made of. */
function requestSchemas(): Set<z.ZodType> {
  const found = new Set<z.ZodType>();
  const visit = (schema: unknown): void => {
    // A transformation only ever sees what the schema before it let through.
    if (!(schema instanceof z.ZodType) || schema instanceof z.ZodTransform || found.has(schema)) return;
    found.add(schema);
    visit(deferredSchemaOf(schema));
    for (const part of Object.values(mediaTypeSchemasOf(schema) ?? {})) visit(part);
    if (schema instanceof z.ZodObject) for (const part of Object.values(schema.shape)) visit(part);
    const { checks: _, ...parts } = schema.def as unknown as Readonly<Record<string, unknown>>;
    for (const part of Object.values(parts).flat()) visit(part);
  };
  const visitRoutes = (routes: AppRouter): void => {
    for (const route of Object.values(routes)) {
      if (!isAppRoute(route)) visitRoutes(route);
      else for (const part of [route.pathParams, route.query, 'body' in route && route.body]) visit(part);
    }
  };
  visitRoutes(contract);
  return found;
}

it('every message about a wrong value is plain English', () => {
  const messages = new Set<string>();
  const schemas = requestSchemas();
  expect(schemas.size).toBeGreaterThan(300);
  for (const schema of schemas) {
    for (const value of wrongValues) {
      const { issues = [] } = validate(schema, value);
      for (const message of Object.values(toFieldErrors(issues))) messages.add(message);
    }
  }
  expect(messages.size).toBeGreaterThan(40);
  const jargon = /received|invalid|expected|unrecognized|\bint\b|string|array|undefined|NaN|zod|regex|pattern \//i;
  expect([...messages].filter((message) => jargon.test(message))).toEqual([]);
  expect([...messages].filter((message) => !/^[A-Z"].*[.)]$/s.test(message))).toEqual([]);
});
