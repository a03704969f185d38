import { operation, queryList, withPrefixedKeys } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTools } from './create-tools.ts';
import { toOperationCall } from './to-operation-call.ts';
import { argumentsOf } from './tool-arguments.ts';
import { Definitions } from './tool-schemas.ts';

const route = operation({
  id: 'notes.list',
  method: 'GET',
  path: '/notes',
  summary: 'List notes',
  query: withPrefixedKeys({ q: z.string().optional() }, queryList().describe('Values of a field.'), {
    prefix: 'fields.',
    key: '[a-z]+',
  }),
  responses: { 200: z.array(z.string()) },
  tools: [{ name: 'list_notes' }],
});
const known = argumentsOf(route, new Definitions(), { where: 'GET /notes', selectable: false });
const callOf = (given: Record<string, unknown>) =>
  toOperationCall(
    {
      operationId: 'notes.list',
      tool: { name: 'list_notes' },
      known,
      allowed: new Set(known.keys()),
      takesBody: false,
    },
    given,
  );

describe('parameters of a prefix', () => {
  it('are one argument of a tool, an object of values', () => {
    const [tool] = createTools({ route });
    expect(tool?.inputSchema.properties).toMatchObject({
      fields: { type: 'object', description: 'Values of a field.' },
    });
  });

  it('are put into the query under their whole names, lists with commas', () => {
    const fields = { color: ['red', 'blue'], size: 5, sold: true, note: 'x', absent: null };
    expect(callOf({ q: 'a', fields }).query).toEqual({
      q: 'a',
      'fields.color': 'red,blue',
      'fields.size': '5',
      'fields.sold': 'true',
      'fields.note': 'x',
    });
    expect(callOf({ fields: null }).query).toEqual({});
  });

  it.each([['red'], [['red']], [{ color: { a: 1 } }], [{ color: ['a,b'] }]])(
    'are refused when given as %j',
    (fields) => {
      expect(() => callOf({ fields })).toThrow();
    },
  );
});
