import { type Catalog, createRecordLookup, RequirementChanges } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import type { Products } from '../products/index.ts';
import { AttributeAdditions } from './attribute-additions.ts';
import { AttributesRepository } from './attributes.repository.ts';
import { createAttributesRoutes } from './attributes.routes.ts';
import { AttributesService } from './attributes.service.ts';
import { AttributeGroupsRepository } from './groups/attribute-groups.repository.ts';
import { createAttributeGroupsRoutes } from './groups/attribute-groups.routes.ts';
import { AttributeGroupsService } from './groups/attribute-groups.service.ts';

export interface AttributesNeeds {
  readonly catalog: Catalog;
  readonly products: Pick<Products, 'effects'>;
}

export type Attributes = ReturnType<typeof createAttributes>;

/** What products can say about themselves, and the groups it is shown under. */
export function createAttributes(
  { database }: Ports,
  { catalog: { reader, changes }, products: { effects } }: AttributesNeeds,
) {
  const repository = new AttributesRepository(database);
  const groups = new AttributeGroupsRepository(database);
  const requirements = new RequirementChanges(reader, effects);
  const service = new AttributesService({ attributes: repository, groups, changes, requirements, products: effects });
  const ofGroups = new AttributeGroupsService({ groups, attributes: service, changes });
  return {
    repository,
    service,
    additions: new AttributeAdditions({ attributes: repository, changes }),
    groups: ofGroups,
    routes: createAttributesRoutes(service),
    groupRoutes: createAttributeGroupsRoutes(ofGroups),
    lookups: { attribute: createRecordLookup(repository), attributeGroup: createRecordLookup(groups) },
  };
}
