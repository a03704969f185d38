import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { operation } from '../../vocabulary.ts';
import { EffectiveAttributeSchema } from './attribute.schema.ts';
import { attributeSummary, CatalogPathSchema, catalogRead, catalogWrite } from './catalog-operations.ts';
import {
  CategoryAttributesPutSchema,
  CategoryCreateSchema,
  CategoryDeleteQuerySchema,
  CategoryListQuerySchema,
  CategoryNodeSchema,
  CategoryPatchSchema,
} from './category.schema.ts';

const one = { resource: 'category', pathParams: CatalogPathSchema } as const;

const summary = ['code', 'name', 'parent.code', 'level', 'productCount'];

/** Endpoints of categories. */
export const categoriesContract = {
  list: operation({
    ...catalogRead,
    id: 'categories.list',
    method: 'GET',
    path: '/categories',
    summary: 'List all categories',
    tools: [
      {
        name: 'list_categories',
        defaults: { format: 'flat', fields: summary },
      },
    ],
    query: CategoryListQuerySchema,
    responses: { 200: listOf(CategoryNodeSchema) },
  }),
  create: operation({
    ...catalogWrite,
    id: 'categories.create',
    method: 'POST',
    path: '/categories',
    summary: 'Create a category',
    tools: [{ name: 'create_category', defaults: { fields: summary } }],
    idempotency: 'accepted',
    body: CategoryCreateSchema,
    responses: { 201: dataOf(CategoryNodeSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...catalogRead,
    ...one,
    id: 'categories.get',
    method: 'GET',
    path: '/categories/:idOrCode',
    summary: 'Get a category with its subtree',
    tools: { none: '`list_categories` shows every category.' },
    responses: { 200: dataOf(CategoryNodeSchema) },
  }),
  patch: operation({
    ...catalogWrite,
    ...one,
    id: 'categories.patch',
    method: 'PATCH',
    path: '/categories/:idOrCode',
    summary: 'Change or move a category',
    tools: [{ name: 'update_category', defaults: { fields: summary } }],
    description: 'Moves with `parent` and `position`. A move to itself or below itself is refused at `parent`.',
    body: CategoryPatchSchema,
    responses: { 200: dataOf(CategoryNodeSchema) },
  }),
  delete: operation({
    ...catalogWrite,
    ...one,
    id: 'categories.delete',
    method: 'DELETE',
    path: '/categories/:idOrCode',
    summary: 'Delete a category',
    tools: [
      {
        name: 'delete_category',
        description:
          'Delete a category. Its children move up; its products move to reassign_to, or lose their category. Ask the user first.',
      },
    ],
    description: 'Its children move up to its parent; its products move to `reassign_to`, or lose their category.',
    query: CategoryDeleteQuerySchema,
    responses: { 204: c.noBody() },
  }),
  attributes: operation({
    ...catalogRead,
    ...one,
    id: 'categories.attributes',
    method: 'GET',
    path: '/categories/:idOrCode/attributes',
    summary: 'List the attributes that apply to a category',
    tools: [{ name: 'list_category_attributes', defaults: { fields: attributeSummary } }],
    description: 'Its own and those its ancestors bring; its own settings win.',
    responses: { 200: listOf(EffectiveAttributeSchema) },
  }),
  putAttributes: operation({
    ...catalogWrite,
    ...one,
    id: 'categories.putAttributes',
    method: 'PUT',
    path: '/categories/:idOrCode/attributes',
    summary: 'Replace the attributes of a category',
    tools: [
      {
        name: 'set_category_attributes',
        description: 'Replace the attributes that a category brings. Read them first with list_category_attributes.',
        defaults: { fields: attributeSummary },
        destructive: true,
      },
    ],
    body: CategoryAttributesPutSchema,
    responses: { 200: listOf(EffectiveAttributeSchema) },
  }),
};
