import { defineTask } from '../../kernel/index.ts';
import { type Catalog, createRecordLookup, RequirementChanges } from '../catalog/index.ts';
import type { Ports } from '../ports.ts';
import type { Products } from '../products/index.ts';
import type { GroupNames } from './attribute.mapper.ts';
import { AttributeAdditions } from './attribute-additions.ts';
import { AttributesRepository } from './attributes.repository.ts';
import { createAttributesRoutes } from './attributes.routes.ts';
import { AttributesService } from './attributes.service.ts';
import { AttributeIndexing } from './indexing/attribute-indexing.ts';

export interface AttributesNeeds {
  readonly catalog: Catalog;
  readonly products: Pick<Products, 'effects' | 'indexing'>;
  readonly groups: GroupNames;
}

export type Attributes = ReturnType<typeof createAttributes>;

/** What products can say about themselves. */
export function createAttributes(
  { database, clock }: Ports,
  { catalog: { reader, locks, changes }, products, groups }: AttributesNeeds,
) {
  const repository = new AttributesRepository(database);
  const requirements = new RequirementChanges(reader, products.effects);
  const indexing = new AttributeIndexing({ database, locks, clock, products: products.indexing });
  const service = new AttributesService({
    attributes: repository,
    groups,
    changes,
    requirements,
    indexing,
    products: products.effects,
  });
  return {
    repository,
    service,
    additions: new AttributeAdditions({ attributes: repository, groups, changes }),
    groups,
    routes: createAttributesRoutes(service),
    tasks: [defineTask('attributes.index', 1, () => indexing.drain())],
    lookups: { attribute: createRecordLookup(repository) },
  };
}
