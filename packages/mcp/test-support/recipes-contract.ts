import { dataOf, operation, pageOf, pageQuery } from '@contract-kit/http-spec/zod';
import { initContract } from '@ts-rest/core';
import { z } from 'zod';

const c = initContract();

export const IngredientSchema = z
  .strictObject({ name: z.string().min(1), grams: z.number().min(0).optional() })
  .meta({ id: 'Ingredient' });

export const RecipeSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    minutes: z.int().nullable(),
    tags: z.array(z.string()),
    ingredients: z.array(IngredientSchema),
    version: z.int(),
  })
  .meta({ id: 'Recipe' });
export type Recipe = z.infer<typeof RecipeSchema>;

const RecipeInputSchema = z.strictObject({
  title: z.string().min(1).max(100),
  minutes: z.int().min(1).nullable().default(null),
  tags: z.array(z.string().max(20)).max(5).default([]),
  ingredients: z.array(IngredientSchema).max(50).default([]),
});

const one = { path: '/recipes/:id', resource: 'recipe', pathParams: z.object({ id: z.string() }) } as const;

/** A contract with every form of tool. */
export const recipesContract = c.router({
  recipes: {
    list: operation({
      id: 'recipes.list',
      method: 'GET',
      path: '/recipes',
      summary: 'List recipes',
      scopes: ['recipes:read'],
      query: z.strictObject({
        tags: z
          .string()
          .transform((text) => text.split(','))
          .pipe(z.array(z.string().min(1)).max(3))
          .optional(),
        quick: z.enum(['true', 'false']).optional(),
        ...pageQuery(),
      }),
      responses: { 200: pageOf(RecipeSchema) },
      tools: [
        { name: 'search_recipes', description: 'Find recipes by tag.', defaults: { limit: 10 } },
        {
          name: 'quick_recipes',
          title: 'Quick recipes',
          arguments: ['tags'],
          fixed: { quick: true },
          defaults: { fields: ['id', 'title'] },
        },
      ],
    }),
    get: operation({
      ...one,
      id: 'recipes.get',
      method: 'GET',
      summary: 'One recipe',
      scopes: ['recipes:read'],
      entityTag: 'read',
      responses: { 200: dataOf(RecipeSchema) },
      tools: [{ name: 'get_recipe' }],
    }),
    create: operation({
      id: 'recipes.create',
      method: 'POST',
      path: '/recipes',
      summary: 'Create a recipe',
      description: 'Titles may repeat.',
      scopes: ['recipes:write'],
      idempotency: 'accepted',
      body: RecipeInputSchema,
      bodyLimit: 4096,
      responses: { 201: dataOf(RecipeSchema) },
      tools: [{ name: 'create_recipe' }],
    }),
    patch: operation({
      ...one,
      id: 'recipes.patch',
      method: 'PATCH',
      summary: 'Change a recipe',
      scopes: ['recipes:write'],
      entityTag: 'write',
      body: RecipeInputSchema.partial(),
      responses: { 200: dataOf(RecipeSchema) },
      tools: [{ name: 'update_recipe' }, { name: 'retitle_recipe', arguments: ['title'], idempotent: true }],
    }),
    remove: operation({
      ...one,
      id: 'recipes.remove',
      method: 'DELETE',
      summary: 'Delete a recipe',
      scopes: ['recipes:write'],
      entityTag: 'write',
      body: c.noBody(),
      responses: { 204: c.noBody() },
      tools: [{ name: 'delete_recipe' }],
    }),
    break: operation({
      id: 'recipes.break',
      method: 'POST',
      path: '/recipes/broken',
      summary: 'Fail',
      scopes: ['recipes:write'],
      body: z.array(z.string()).max(2),
      responses: { 200: dataOf(z.null()) },
      tools: [{ name: 'break_recipes', destructive: true }],
    }),
  },
});
