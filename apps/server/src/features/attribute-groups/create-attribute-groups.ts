import type { Attributes, GroupNames } from '../attributes/index.ts';
import { type Catalog, createRecordLookup } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import { AttributeGroupsRepository } from './attribute-groups.repository.ts';
import { createAttributeGroupsRoutes } from './attribute-groups.routes.ts';
import { AttributeGroupsService } from './attribute-groups.service.ts';

export interface AttributeGroupsNeeds {
  readonly catalog: Catalog;
  readonly attributes: Attributes;
}

/** The codes of groups, which attributes show: groups themselves are built on attributes. */
export function createGroupNames({ database }: Ports): GroupNames {
  return new AttributeGroupsRepository(database);
}

export type AttributeGroups = ReturnType<typeof createAttributeGroups>;

/** Groups under which attributes are shown. */
export function createAttributeGroups({ database }: Ports, { catalog, attributes }: AttributeGroupsNeeds) {
  const groups = new AttributeGroupsRepository(database);
  const service = new AttributeGroupsService({ groups, attributes: attributes.service, changes: catalog.changes });
  return {
    service,
    routes: createAttributeGroupsRoutes(service),
    lookups: { attributeGroup: createRecordLookup(groups) },
  };
}
