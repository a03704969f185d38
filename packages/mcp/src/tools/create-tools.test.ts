import type { ToolPolicy } from '@contract-kit/http-spec';
import { dataOf, operation, queryInteger, queryList } from '@contract-kit/http-spec/zod';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTools } from './create-tools.ts';

const RecipeSchema = z.object({
  id: z.string().describe('Its id.'),
  minutes: z.int().max(600).nullable(),
  steps: z.array(z.object({ text: z.string() })),
  rating: z.union([z.object({ stars: z.int() }), z.object({ words: z.string(), stars: z.null() })]),
  notes: z.record(z.string(), z.unknown()),
});

const toolsOf = (...tools: readonly ToolPolicy[]) =>
  createTools({
    get: operation({
      id: 'recipes.get',
      method: 'GET',
      path: '/recipe',
      summary: 'A recipe',
      description: 'The one of today.',
      query: z.strictObject({
        day: z
          .string()
          .max(10)
          .meta({ examples: ['monday'] })
          .optional(),
      }),
      responses: { 200: dataOf(RecipeSchema) },
      tools,
    }),
  });

describe('the tools of a contract', () => {
  it.each<[string, readonly ToolPolicy[], string]>([
    ['a name of other characters', [{ name: 'get recipe' }], '"get recipe" is not a valid tool name'],
    ['a name twice', [{ name: 'get' }, { name: 'get' }], 'There are two tools "get".'],
    ['an argument there is not', [{ name: 'get', arguments: ['week'] }], 'the operation has no argument "week"'],
    ['a default for one', [{ name: 'get', defaults: { week: 1 } }], 'the operation has no argument "week"'],
    ['a default beside one', [{ name: 'get', defaultsWith: { week: { day: 'monday' } } }], 'no argument "week"'],
    ['fields there are not', [{ name: 'get', defaults: { fields: ['title'] } }], 'default fields do not fit'],
  ])('cannot have %s', (_, tools, problem) => {
    expect(() => toolsOf(...tools)).toThrow(problem);
  });

  it('are described by their input, without examples, and their output', () => {
    const [tool] = toolsOf({ name: 'get' });
    expect(tool?.description).toBe('A recipe. The one of today.');
    expect(tool?.inputSchema.properties).toMatchObject({ day: { type: 'string', maxLength: 10 } });
    expect(JSON.stringify(tool?.inputSchema)).not.toContain('monday');
    expect(tool?.outputSchema).toEqual({
      type: 'object',
      properties: {
        status: { type: 'integer' },
        etag: { type: 'string' },
        data: {
          type: 'object',
          properties: {
            id: { type: 'string' },
            minutes: { type: ['integer', 'null'] },
            steps: { type: 'array', items: { type: 'object' } },
            rating: { type: 'object' },
            notes: { type: 'object' },
          },
        },
      },
    });
  });

  it('return the fields they name', () => {
    const [tool] = toolsOf({ name: 'get', defaults: { fields: ['id', 'steps.text'] } });
    expect(tool?.outputSchema).toMatchObject({ properties: { data: { properties: { id: {}, steps: {} } } } });
    expect(JSON.stringify(tool?.outputSchema)).not.toContain('notes');
    expect(tool?.fieldsOf({})).toEqual(['id', 'steps.text']);
    expect(tool?.fieldsOf({ fields: [] })).toBeNull();
  });
});

describe('arguments of a call', () => {
  const [tool] = createTools({
    change: operation({
      id: 'recipes.change',
      method: 'PATCH',
      path: '/recipe',
      summary: 'Change the recipe',
      query: z.strictObject({
        tags: queryList().optional(),
        q: z.string().optional(),
        limit: queryInteger({ min: 1 }).optional(),
      }),
      body: z.strictObject({
        title: z.string().optional(),
        minutes: z.int().nullable().optional(),
        steps: z.array(z.string()).optional(),
      }),
      responses: { 200: dataOf(RecipeSchema) },
      tools: [{ name: 'change_recipe', defaults: { limit: 3 }, defaultsWith: { q: { tags: ['found'] } } }],
    }),
  });

  it('that are null or an empty list of a query are left out, and get their default', () => {
    const call = tool?.toCall({ tags: [], limit: null, title: null, fields: null });
    expect(call).toEqual({ operationId: 'recipes.change', params: {}, query: { limit: '3' }, body: {} });
  });

  it('imply further defaults, unless they are blank', () => {
    expect(tool?.toCall({ q: 'soup' }).query).toEqual({ q: 'soup', tags: 'found', limit: '3' });
    expect(tool?.toCall({ q: 'soup', tags: ['own'] }).query).toEqual({ q: 'soup', tags: 'own', limit: '3' });
    expect(tool?.toCall({ q: '' }).query).toEqual({ q: '', limit: '3' });
  });

  it('that null clears, or that are empty lists of a body, are kept', () => {
    expect(tool?.toCall({ minutes: null, steps: [] }).body).toEqual({ minutes: null, steps: [] });
  });
});
