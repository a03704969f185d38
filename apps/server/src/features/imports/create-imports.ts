import type { ResourceLookup } from '@contract-kit/middleware';
import type { Attributes } from '../attributes/index.ts';
import type { Catalog } from '../catalog/index.ts';
import type { Categories } from '../categories/index.ts';
import type { Collections } from '../collections/index.ts';
import type { JobHandler, Jobs } from '../jobs/index.ts';
import type { Ports } from '../ports.ts';
import { ProductReferences, ProductSelector, type Products } from '../products/index.ts';
import { ProfilesRepository } from '../profiles.repository.ts';
import { FailedRows } from './failed-rows.ts';
import { createImportProfilesRoutes } from './import-profiles.routes.ts';
import { createImportsRoutes } from './imports.routes.ts';
import { ImportsService } from './imports.service.ts';
import { ImportProfileEntity } from './profiles/import-profile.entity.ts';
import { ImportProfilesService } from './profiles/import-profiles.service.ts';
import { DeferredRowsRepository } from './run/deferred-rows.repository.ts';
import { createImportKind } from './run/import-kind.ts';
import { MissingRecords } from './run/missing-records.ts';
import { RepeatedRows } from './run/repeated-rows.ts';
import { CatalogRows } from './saving/catalog-rows.ts';
import { ProductRows } from './saving/product-rows.ts';

export interface ImportsNeeds {
  readonly catalog: Catalog;
  readonly products: Products;
  readonly attributes: Attributes;
  readonly categories: Categories;
  readonly collections: Collections;
  readonly jobs: Jobs;
}

/** Imports products and catalog records from files. */
export function createImports(
  { database, files, clock, ids }: Ports,
  { catalog: { reader: catalog, locks }, products, attributes, categories, collections, jobs }: ImportsNeeds,
) {
  const repository = new ProfilesRepository(database, ImportProfileEntity, 'import');
  const profiles = new ImportProfilesService({ database, profiles: repository, clock, ids });
  const service = new ImportsService({ database, files, catalog, profiles, jobs: jobs.service, ids });
  const records = new MissingRecords({
    attributes: attributes.batches,
    categories: categories.service,
    collections: collections.service,
    catalog,
    locks,
  });
  const { writer } = products;
  const ofProducts = { database, catalog, records, writer, references: new ProductReferences(database) };
  const ofCatalog = {
    catalog,
    writers: {
      categories: categories.service,
      attributes: attributes.batches,
      attribute_groups: attributes.groups,
      collections: collections.service,
    },
  };
  const handler = createImportKind({
    ...{ database, files, writer },
    products: new ProductSelector({ catalog }),
    rowsOf(plan, ctx, simulatedRecords) {
      const { recordType } = plan.options;
      if (recordType === 'products') return new ProductRows(ofProducts, plan, ctx, simulatedRecords);
      return new CatalogRows(ofCatalog, recordType, plan, ctx);
    },
    failedRows: new FailedRows(files),
    deferredRows: new DeferredRowsRepository(database),
    repeated: new RepeatedRows(database),
  });
  return {
    service,
    routes: createImportsRoutes(service),
    profileRoutes: createImportProfilesRoutes(profiles),
    lookups: { importProfile: createProfileLookup(profiles) },
    jobHandlers: [handler as JobHandler],
  };
}

/** Checks whether the profile named in a path exists, and returns its entity tag, before the body is read. */
function createProfileLookup(profiles: ImportProfilesService): ResourceLookup {
  return async function lookupImportProfile({ caller, params: { id } }) {
    const entityTag = caller === null ? null : await profiles.tag(caller.tenantId, id ?? '');
    return entityTag && { entityTag };
  };
}
