import { type Catalog, createRecordLookup, RequirementChanges } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import type { Products } from '../products/index.ts';
import type { GroupNames } from './attribute.mapper.ts';
import { AttributeAdditions } from './attribute-additions.ts';
import { AttributesRepository } from './attributes.repository.ts';
import { createAttributesRoutes } from './attributes.routes.ts';
import { AttributesService } from './attributes.service.ts';

export interface AttributesNeeds {
  readonly catalog: Catalog;
  readonly products: Pick<Products, 'effects'>;
  readonly groups: GroupNames;
}

export type Attributes = ReturnType<typeof createAttributes>;

/** What products can say about themselves. */
export function createAttributes(
  { database }: Ports,
  { catalog: { reader, changes }, products: { effects }, groups }: AttributesNeeds,
) {
  const repository = new AttributesRepository(database);
  const requirements = new RequirementChanges(reader, effects);
  const service = new AttributesService({
    attributes: repository,
    groups,
    changes,
    requirements,
    products: effects,
  });
  return {
    repository,
    service,
    additions: new AttributeAdditions({ attributes: repository, groups, changes }),
    groups,
    routes: createAttributesRoutes(service),
    lookups: { attribute: createRecordLookup(repository) },
  };
}
