import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { operation } from '../../vocabulary.ts';
import {
  AttributeCreateSchema,
  AttributeListQuerySchema,
  AttributePatchSchema,
  AttributeSchema,
} from './attribute.schema.ts';
import { attributeSummary, CatalogPathSchema, catalogRead, catalogWrite } from './catalog-operations.ts';

const one = { path: '/attributes/:idOrCode', resource: 'attribute', pathParams: CatalogPathSchema } as const;

/** Endpoints of attribute definitions. */
export const attributesContract = {
  list: operation({
    ...catalogRead,
    id: 'attributes.list',
    method: 'GET',
    path: '/attributes',
    summary: 'List all attributes',
    tools: [{ name: 'list_attributes', defaults: { fields: attributeSummary } }],
    query: AttributeListQuerySchema,
    responses: { 200: listOf(AttributeSchema) },
  }),
  create: operation({
    ...catalogWrite,
    id: 'attributes.create',
    method: 'POST',
    path: '/attributes',
    summary: 'Create an attribute',
    tools: [{ name: 'create_attribute', defaults: { fields: attributeSummary } }],
    idempotency: 'accepted',
    body: AttributeCreateSchema,
    responses: { 201: dataOf(AttributeSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...catalogRead,
    ...one,
    id: 'attributes.get',
    method: 'GET',
    summary: 'Get an attribute',
    tools: { none: '`list_attributes` shows every attribute.' },
    responses: { 200: dataOf(AttributeSchema) },
  }),
  patch: operation({
    ...catalogWrite,
    ...one,
    id: 'attributes.patch',
    method: 'PATCH',
    summary: 'Change an attribute',
    tools: [{ name: 'update_attribute', defaults: { fields: attributeSummary } }],
    description: 'Removing an option that products use, or `usableAsAxis` from a variant axis in use, returns 409.',
    body: AttributePatchSchema,
    responses: { 200: dataOf(AttributeSchema) },
    errors: ['conflict'],
  }),
  delete: operation({
    ...catalogWrite,
    ...one,
    id: 'attributes.delete',
    method: 'DELETE',
    summary: 'Delete an attribute',
    tools: { none: 'It removes values from all products and cannot be undone: left to people.' },
    description:
      'Its values are removed from all products; with very many of them that takes a while. An attribute that is a variant axis in use returns 409.',
    responses: { 204: c.noBody() },
    errors: ['conflict'],
  }),
};
