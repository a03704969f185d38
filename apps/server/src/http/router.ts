import type { Handlers } from '@contract-kit/middleware';
import type { contract } from '@product-content/contract';
import { type AssetsRoutesOptions, createAssetsRoutes } from '../features/assets/assets.routes.ts';
import { createFilesRoutes } from '../features/assets/files.routes.ts';
import type { AssetFiles } from '../features/assets/index.ts';
import { createAttributeGroupsRoutes } from '../features/attribute-groups/attribute-groups.routes.ts';
import type { AttributeGroupsService } from '../features/attribute-groups/index.ts';
import { createAttributesRoutes } from '../features/attributes/attributes.routes.ts';
import type { AttributesService } from '../features/attributes/index.ts';
import { type CategoriesRoutesOptions, createCategoriesRoutes } from '../features/categories/categories.routes.ts';
import { type ChannelsRoutesOptions, createChannelsRoutes } from '../features/channels/channels.routes.ts';
import { type CollectionsRoutesOptions, createCollectionsRoutes } from '../features/collections/collections.routes.ts';
import { createEventsRoutes } from '../features/events/events.routes.ts';
import type { EventFeed } from '../features/events/index.ts';
import {
  createExportProfilesRoutes,
  type ExportProfilesRoutesOptions,
} from '../features/exports/export-profiles.routes.ts';
import { createExportsRoutes } from '../features/exports/exports.routes.ts';
import type { ExportsService } from '../features/exports/index.ts';
import { createImportsRoutes } from '../features/imports/imports.routes.ts';
import type { ImportsService } from '../features/imports/index.ts';
import { createJobsRoutes, type JobsRoutesOptions } from '../features/jobs/jobs.routes.ts';
import type { KeyService } from '../features/keys/index.ts';
import { createKeysRoutes } from '../features/keys/keys.routes.ts';
import { createMetaRoutes, type MetaRoutesOptions } from '../features/meta/meta.routes.ts';
import { createProductsRoutes, type ProductsRoutesOptions } from '../features/products/products.routes.ts';
import { createWebhooksRoutes, type WebhooksRoutesOptions } from '../features/webhooks/webhooks.routes.ts';
import type { RouteContext } from '../kernel/index.ts';

/** What the routes of each feature call. */
export interface RouteServices {
  readonly meta: MetaRoutesOptions;
  readonly products: ProductsRoutesOptions;
  readonly categories: CategoriesRoutesOptions;
  readonly attributes: AttributesService;
  readonly attributeGroups: AttributeGroupsService;
  readonly collections: CollectionsRoutesOptions;
  readonly channels: ChannelsRoutesOptions;
  readonly assets: AssetsRoutesOptions;
  readonly files: AssetFiles;
  readonly imports: ImportsService;
  readonly events: EventFeed;
  readonly exports: ExportsService;
  readonly exportProfiles: ExportProfilesRoutesOptions;
  readonly webhooks: WebhooksRoutesOptions;
  readonly jobs: JobsRoutesOptions;
  readonly keys: KeyService;
}

/** A handler for every route of the contract, in its tree. */
export function createHandlers(services: RouteServices): Handlers<typeof contract, RouteContext> {
  return {
    meta: createMetaRoutes(services.meta),
    products: createProductsRoutes(services.products),
    categories: createCategoriesRoutes(services.categories),
    attributes: createAttributesRoutes(services.attributes),
    attributeGroups: createAttributeGroupsRoutes(services.attributeGroups),
    collections: createCollectionsRoutes(services.collections),
    channels: createChannelsRoutes(services.channels),
    assets: createAssetsRoutes(services.assets),
    files: createFilesRoutes(services.files),
    imports: createImportsRoutes(services.imports),
    events: createEventsRoutes(services.events),
    exports: createExportsRoutes(services.exports),
    exportProfiles: createExportProfilesRoutes(services.exportProfiles),
    webhooks: createWebhooksRoutes(services.webhooks),
    jobs: createJobsRoutes(services.jobs),
    keys: createKeysRoutes(services.keys),
  };
}
