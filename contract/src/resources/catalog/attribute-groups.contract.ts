import { dataOf, listOf } from '@contract-kit/http-spec/zod';
import { c } from '../../init.ts';
import { operation } from '../../vocabulary.ts';
import {
  AttributeGroupCreateSchema,
  AttributeGroupPatchSchema,
  AttributeGroupSchema,
} from './attribute-group.schema.ts';
import { CatalogPathSchema, catalogRead, catalogWrite } from './catalog-operations.ts';

const one = { path: '/attribute-groups/:idOrCode', resource: 'attributeGroup', pathParams: CatalogPathSchema } as const;

/** Endpoints of attribute groups. */
export const attributeGroupsContract = {
  list: operation({
    ...catalogRead,
    id: 'attributeGroups.list',
    method: 'GET',
    path: '/attribute-groups',
    summary: 'List all attribute groups',
    tools: { none: 'Groups arrange attributes on pages for people; content does not depend on them.' },
    responses: { 200: listOf(AttributeGroupSchema) },
  }),
  create: operation({
    ...catalogWrite,
    id: 'attributeGroups.create',
    method: 'POST',
    path: '/attribute-groups',
    summary: 'Create an attribute group',
    tools: { none: 'Groups arrange attributes on pages for people; content does not depend on them.' },
    idempotency: 'accepted',
    body: AttributeGroupCreateSchema,
    responses: { 201: dataOf(AttributeGroupSchema) },
    errors: ['conflict'],
  }),
  get: operation({
    ...catalogRead,
    ...one,
    id: 'attributeGroups.get',
    method: 'GET',
    summary: 'Get an attribute group',
    tools: { none: 'Groups arrange attributes on pages for people; content does not depend on them.' },
    responses: { 200: dataOf(AttributeGroupSchema) },
  }),
  patch: operation({
    ...catalogWrite,
    ...one,
    id: 'attributeGroups.patch',
    method: 'PATCH',
    summary: 'Change an attribute group',
    tools: { none: 'Groups arrange attributes on pages for people; content does not depend on them.' },
    body: AttributeGroupPatchSchema,
    responses: { 200: dataOf(AttributeGroupSchema) },
  }),
  delete: operation({
    ...catalogWrite,
    ...one,
    id: 'attributeGroups.delete',
    method: 'DELETE',
    summary: 'Delete an attribute group',
    tools: { none: 'Groups arrange attributes on pages for people; content does not depend on them.' },
    description: 'Its attributes stay, without a group.',
    responses: { 204: c.noBody() },
  }),
};
