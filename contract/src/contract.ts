import { assetsContract } from './resources/assets/assets.contract.ts';
import { filesContract } from './resources/assets/files.contract.ts';
import { attributeGroupsContract } from './resources/catalog/attribute-groups.contract.ts';
import { attributesContract } from './resources/catalog/attributes.contract.ts';
import { categoriesContract } from './resources/catalog/categories.contract.ts';
import { collectionsContract } from './resources/catalog/collections.contract.ts';
import { channelsContract } from './resources/channels/channels.contract.ts';
import { eventsContract } from './resources/events/events.contract.ts';
import { exportProfilesContract } from './resources/exports/export-profiles.contract.ts';
import { exportsContract } from './resources/exports/exports.contract.ts';
import { importProfilesContract } from './resources/imports/import-profiles.contract.ts';
import { importsContract } from './resources/imports/imports.contract.ts';
import { jobsContract } from './resources/jobs/jobs.contract.ts';
import { keysContract } from './resources/keys/keys.contract.ts';
import { metaContract } from './resources/meta/meta.contract.ts';
import { productsContract } from './resources/products/products.contract.ts';
import { requestsContract } from './resources/requests/requests.contract.ts';
import { webhooksContract } from './resources/webhooks/webhooks.contract.ts';

/** The whole API. Paths are relative to the base address, which ends with `/api/v1`. */
export const contract = {
  meta: metaContract,
  products: productsContract,
  categories: categoriesContract,
  attributes: attributesContract,
  attributeGroups: attributeGroupsContract,
  collections: collectionsContract,
  channels: channelsContract,
  assets: assetsContract,
  files: filesContract,
  imports: importsContract,
  importProfiles: importProfilesContract,
  events: eventsContract,
  exports: exportsContract,
  exportProfiles: exportProfilesContract,
  webhooks: webhooksContract,
  jobs: jobsContract,
  keys: keysContract,
  requests: requestsContract,
};

/** Version of the API description. */
export const apiVersion = '1.0.0';

/** The prefix of every path in the contract. */
export const apiPrefix = '/api/v1';
