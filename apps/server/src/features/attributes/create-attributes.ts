import { defineBacklog } from '../../kernel/index.ts';
import { type Catalog, createRecordLookup, RequirementChanges } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import type { Products } from '../products/index.ts';
import { AttributeBatches } from './attribute-batches.ts';
import { AttributesRepository } from './attributes.repository.ts';
import { createAttributesRoutes } from './attributes.routes.ts';
import { AttributesService } from './attributes.service.ts';
import { AttributeGroupsRepository } from './groups/attribute-groups.repository.ts';
import { createAttributeGroupsRoutes } from './groups/attribute-groups.routes.ts';
import { AttributeGroupsService } from './groups/attribute-groups.service.ts';
import { nextIndexing } from './indexing/attribute-indexing.sql.ts';
import { AttributeIndexing } from './indexing/attribute-indexing.ts';

export interface AttributesNeeds {
  readonly catalog: Catalog;
  readonly products: Pick<Products, 'effects' | 'indexing'>;
}

export type Attributes = ReturnType<typeof createAttributes>;

/** Attributes of products, and the groups they are shown in. */
export function createAttributes(
  { database, clock }: Ports,
  { catalog: { reader, locks, changes }, products }: AttributesNeeds,
) {
  const repository = new AttributesRepository(database);
  const groups = new AttributeGroupsRepository(database);
  const requirements = new RequirementChanges(reader, products.effects);
  const indexing = new AttributeIndexing({ database, locks, clock, products: products.indexing });
  const shared = { attributes: repository, groups, changes, requirements, indexing, products: products.effects };
  const service = new AttributesService(shared);
  const ofGroups = new AttributeGroupsService({ groups, attributes: service, changes });
  return {
    repository,
    service,
    batches: new AttributeBatches(shared),
    groups: ofGroups,
    routes: createAttributesRoutes(service),
    backlogs: [defineBacklog('attributes.index', nextIndexing, (signal) => indexing.drain(signal))],
    groupRoutes: createAttributeGroupsRoutes(ofGroups),
    lookups: { attribute: createRecordLookup(repository), attributeGroup: createRecordLookup(groups) },
  };
}
