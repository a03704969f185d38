import { initContract } from '@ts-rest/core';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineOperations, operation, standardVocabulary } from '../zod/define-operations.ts';
import { vocabularyOf } from './vocabulary.ts';

const c = initContract();
const words = defineOperations({ scopes: { 'bikes:read': 'See bikes.' } });
const list = { method: 'GET', path: '/bikes', summary: 'List bikes', responses: { 200: z.string() } } as const;
const bikes = words.operation({ ...list, id: 'bikes.list', scopes: ['bikes:read'] });

describe('the vocabulary of a contract', () => {
  it('is the one of its operations, at any depth', () => {
    expect(vocabularyOf({ shop: { bikes: { list: bikes } } })).toBe(words.vocabulary);
    expect(vocabularyOf({ list: operation({ ...list, id: 'bikes.list' }) })).toBe(standardVocabulary);
  });

  it('is kept by a ts-rest router, even by one that adds metadata', () => {
    const contract = c.router(
      { bikes: c.router({ list: bikes }, { metadata: { team: 'shop' } }) },
      { pathPrefix: '/v1' },
    );
    expect(vocabularyOf(contract)).toBe(words.vocabulary);
  });

  it('is not part of a policy as JSON', () => {
    expect(JSON.parse(JSON.stringify(bikes.metadata))).toMatchObject({ operationId: 'bikes.list' });
    expect(JSON.stringify(bikes.metadata)).not.toContain('See bikes.');
  });

  it('cannot be two', () => {
    const other = operation({ ...list, id: 'cars.list', path: '/cars' });
    expect(() => vocabularyOf({ bikes, other })).toThrow(
      'bikes.list and cars.list have different vocabularies: all operations of a contract must come from one defineOperations().',
    );
  });

  it('is missing where a route was not made by operation()', () => {
    expect(() => vocabularyOf({ list })).toThrow('GET /bikes has no route policy');
    expect(() => vocabularyOf({})).toThrow('The contract has no operations.');
  });
});
