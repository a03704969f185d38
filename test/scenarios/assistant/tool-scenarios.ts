import type { Channel } from '@product-content/contract';
import { expect } from 'vitest';
import { createChannel } from '../channels/channel-cases.ts';
import type { OpenWorkspace } from '../open-workspace.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** How a tool is called so that it works, and so that it does not. */
interface ToolScenario {
  readonly works: Arguments;
  /** What its response has, untrimmed where it can be trimmed. */
  readonly returns: object;
  readonly fails: Arguments;
  /** The code of the failure, or for `validation_failed` the argument that is named. */
  readonly with: { readonly code: string } | { readonly field: string };
}

/** The records the scenarios work on. */
export interface ToolFixture {
  readonly channel: Channel;
  readonly paused: Channel;
  readonly jobId: string;
  readonly assetId: string;
  /** The address of an image. */
  readonly imageUrl: string;
}

/** @param open whose worker does not run, so that jobs wait. */
export async function createToolFixture(open: OpenWorkspace, imageUrl: string): Promise<ToolFixture> {
  const options = [{ code: 'linen' }, { code: 'glass' }];
  await open.attribute('shade', 'select', { options, required: true });
  await open.category('lamps', { name: 'Lamps' });
  await open.put('/categories/lamps/attributes', { attributes: ['shade'] });
  await open.collection('new');
  for (const sku of ['LAMP-1', 'LAMP-2', 'LAMP-3'])
    await open.product(sku, {
      category: 'lamps',
      attributes: { shade: 'linen' },
      translations: { de: { name: 'Lampe' } },
    });
  await open.patch('/products/LAMP-1', { description: 'Bright.' });
  const channel = await createChannel(open);
  const paused = await createChannel(open, { code: 'closed' });
  await open.patch(`/channels/${paused.id}`, { status: 'paused' });
  const asset = await open.api.post('/assets/from-url', { url: imageUrl, download: false, altText: 'A lampshade' });
  await open.api.post('/export-profiles', { name: 'Prices', format: 'csv' });
  const { data } = await open.api.post<{ jobId: string }>('/exports', { async: true });
  return { channel, paused, jobId: data.jobId, assetId: asset.data.id, imageUrl };
}

const product = (sku: string) => ({ data: { sku } });

/** Every tool of the contract, by its name. */
export function toolScenarios({
  channel,
  paused,
  jobId,
  assetId,
  imageUrl,
}: ToolFixture): Readonly<Record<string, ToolScenario>> {
  const unknownArgument = { fails: { nonsense: 1 }, with: { field: 'nonsense' } };
  return {
    get_workspace: { works: {}, returns: { data: { workspace: { locales: ['en', 'de', 'fr'] } } }, ...unknownArgument },
    search_products: {
      works: { q: 'lamp', status: ['draft', 'approved'], limit: 2 },
      returns: { data: [{ type: 'simple' }, { type: 'simple' }], pagination: { total: 3, hasMore: true } },
      fails: { limit: 0 },
      with: { field: 'limit' },
    },
    find_incomplete_products: {
      works: { category: ['lamps'] },
      returns: { data: expect.arrayContaining([expect.objectContaining({ sku: 'LAMP-1' })]) },
      fails: { completeness_max: 101 },
      with: { field: 'completeness_max' },
    },
    create_product: {
      works: { sku: 'LAMP-4', name: 'Lamp', category: 'lamps', attributes: { shade: 'glass' }, idempotencyKey: 'once' },
      returns: { status: 201, etag: expect.any(String), data: { version: 1, attributes: { shade: 'glass' } } },
      fails: { sku: 'LAMP-5', name: 'Lamp', attributes: { shade: 'paper' } },
      with: { field: 'attributes.shade' },
    },
    bulk_upsert_products: {
      works: {
        items: [
          { sku: 'BULB-1', name: 'Bulb' },
          { sku: 'BULB-2', name: 'Bulb', category: 'none' },
        ],
      },
      returns: { data: { summary: { created: 1, failed: 1 } } },
      fails: { items: [] },
      with: { field: 'items' },
    },
    get_product: {
      works: { idOrSku: 'LAMP-1', locale: 'de' },
      returns: { etag: expect.any(String), data: { name: 'Lampe', fallbackFields: ['description'] } },
      fails: { idOrSku: 'NONE' },
      with: { code: 'not_found' },
    },
    update_product: {
      works: { idOrSku: 'LAMP-2', expectedVersion: 1, price: 19.9 },
      returns: { data: { version: 2, prices: { EUR: { amount: 19.9 } } } },
      fails: { idOrSku: 'LAMP-2', expectedVersion: 99, name: 'Old' },
      with: { code: 'conflict' },
    },
    set_product_status: {
      works: { idOrSku: 'LAMP-3', status: 'approved' },
      returns: { data: { status: 'approved' } },
      fails: { idOrSku: 'LAMP-3', status: 'sold' },
      with: { field: 'status' },
    },
    delete_product: {
      works: { idOrSku: 'LAMP-3' },
      returns: { status: 204 },
      fails: { idOrSku: 'LAMP-1', ifMatch: '"stale"' },
      with: { code: 'precondition_failed' },
    },
    list_product_versions: {
      works: { idOrSku: 'LAMP-1' },
      returns: { data: [{ version: 2, changedFields: ['description', 'completeness'] }, { version: 1 }] },
      fails: { idOrSku: 'NONE' },
      with: { code: 'not_found' },
    },
    compare_product_versions: {
      works: { idOrSku: 'LAMP-1', version: 2, against: 1 },
      returns: { data: { changes: [{ path: 'description', after: 'Bright.' }, { path: 'completeness' }] } },
      fails: { idOrSku: 'LAMP-1', version: 99 },
      with: { code: 'not_found' },
    },
    restore_product_version: {
      works: { idOrSku: 'LAMP-1', version: 1 },
      returns: product('LAMP-1'),
      fails: { idOrSku: 'LAMP-1', version: 'first' },
      with: { field: 'version' },
    },
    list_categories: {
      works: { format: 'tree' },
      returns: { data: [{ code: 'lamps' }] },
      fails: { format: 'ring' },
      with: { field: 'format' },
    },
    create_category: {
      works: { code: 'bulbs', name: 'Bulbs', parent: 'lamps' },
      returns: { status: 201, data: { parent: { code: 'lamps' }, level: 1 } },
      fails: { code: 'lamps' },
      with: { code: 'conflict' },
    },
    update_category: {
      works: { idOrCode: 'lamps', description: 'Light.' },
      returns: { data: { description: 'Light.' } },
      fails: { idOrCode: 'lamps', parent: 'lamps' },
      with: { field: 'parent' },
    },
    delete_category: {
      works: { idOrCode: 'bulbs', reassign_to: 'lamps' },
      returns: { status: 204 },
      fails: { idOrCode: 'none' },
      with: { code: 'not_found' },
    },
    set_category_attributes: {
      works: { idOrCode: 'lamps', attributes: [{ attribute: 'shade', required: true }] },
      returns: { data: [{ code: 'shade' }] },
      fails: { idOrCode: 'lamps', attributes: ['none'] },
      with: { field: 'attributes.0' },
    },
    list_category_attributes: {
      works: { idOrCode: 'lamps' },
      returns: { data: [{ code: 'shade', inherited: false }] },
      fails: { idOrCode: 'none' },
      with: { code: 'not_found' },
    },
    list_attributes: {
      works: { type: ['select'] },
      returns: { data: [{ code: 'shade', options: [{ code: 'linen' }, { code: 'glass' }] }] },
      fails: { type: ['sound'] },
      with: { field: 'type' },
    },
    create_attribute: {
      works: { code: 'watts', type: 'integer', unit: 'W', validation: { min: 0 } },
      returns: { status: 201, data: { code: 'watts', validation: { min: 0 } } },
      fails: { code: 'volts', type: 'sound' },
      with: { field: 'type' },
    },
    update_attribute: {
      works: { idOrCode: 'shade', label: 'Shade' },
      returns: { data: { label: 'Shade' } },
      fails: { idOrCode: 'shade', options: [] },
      with: { code: 'conflict' },
    },
    list_collections: { works: {}, returns: { data: [{ code: 'new' }] }, ...unknownArgument },
    create_collection: {
      works: { code: 'sale', name: 'Sale' },
      returns: { status: 201, data: { code: 'sale', productCount: 0 } },
      fails: { code: 'new' },
      with: { code: 'conflict' },
    },
    update_collection: {
      works: { idOrCode: 'new', name: 'New lamps' },
      returns: { data: { name: 'New lamps' } },
      fails: { idOrCode: 'new', code: 'old' },
      with: { field: 'code' },
    },
    delete_collection: {
      works: { idOrCode: 'sale' },
      returns: { status: 204 },
      fails: { idOrCode: 'none' },
      with: { code: 'not_found' },
    },
    list_collection_products: {
      works: { idOrCode: 'new' },
      returns: { data: [], pagination: { total: 0 } },
      fails: { idOrCode: 'new', limit: 0 },
      with: { field: 'limit' },
    },
    set_collection_products: {
      works: { idOrCode: 'new', products: ['LAMP-2', 'LAMP-1'] },
      returns: { data: { productCount: 2, added: 2 } },
      fails: { idOrCode: 'new', products: ['NONE'] },
      with: { field: 'products.0' },
    },
    list_channels: {
      works: {},
      returns: { data: [{ code: 'closed', status: 'paused' }, { code: 'shop' }] },
      ...unknownArgument,
    },
    get_channel: {
      works: { id: channel.id },
      returns: { data: { code: channel.code } },
      fails: { id: 'none' },
      with: { code: 'not_found' },
    },
    list_product_channels: {
      works: { idOrSku: 'LAMP-1' },
      returns: { data: [{ code: channel.code }] },
      fails: { idOrSku: 'NONE' },
      with: { code: 'not_found' },
    },
    list_channel_products: {
      works: { id: channel.id, sku: ['LAMP-1'] },
      returns: {
        data: [{ sku: 'LAMP-1', ready: false, issues: [{ code: 'STATUS_NOT_APPROVED' }, { code: 'MISSING_PRICE' }] }],
      },
      fails: { id: channel.id, limit: 101 },
      with: { field: 'limit' },
    },
    publish_channel: {
      works: { id: channel.id, products: ['LAMP-2'], filter: { status: ['draft'] } },
      returns: { status: 202, data: { type: 'channel.publish', status: 'queued' } },
      fails: { id: paused.id },
      with: { code: 'conflict' },
    },
    add_asset_from_url: {
      works: { url: imageUrl, altText: 'A lamp' },
      returns: { status: 201, data: { type: 'image', altText: 'A lamp' } },
      fails: { url: 'ftp://example.com/lamp.png' },
      with: { field: 'url' },
    },
    search_assets: {
      works: { type: 'image', q: 'lampshade' },
      returns: { data: [{ altText: 'A lampshade', external: true }] },
      fails: { type: 'sound' },
      with: { field: 'type' },
    },
    get_asset: {
      works: { id: assetId },
      returns: { data: { id: assetId, usedBy: [] } },
      fails: { id: 'none' },
      with: { code: 'not_found' },
    },
    update_asset: {
      works: { id: assetId, tags: ['lamp'] },
      returns: { data: { tags: ['lamp'] } },
      fails: { id: assetId, folder: '/a/../b' },
      with: { field: 'folder' },
    },
    import_products: {
      works: { file: 'sku,name\nLAMP-9,Lamp\n', mapping: { sku: 'sku', name: 'translations.de.name' } },
      returns: { status: 202, data: { dryRun: true, mapping: { name: 'translations.de.name' } } },
      fails: { file: 'sku,name\nLAMP-9,Lamp\n', mapping: { sku: 'sku', name: 'nonsense' } },
      with: { field: 'mapping.name' },
    },
    export_products: {
      works: { format: 'json', filter: { sku: ['LAMP-1'] }, columns: ['sku', 'name'] },
      returns: { status: 202, data: { type: 'export', status: 'queued' } },
      fails: { columns: ['sku', 'nonsense'] },
      with: { field: 'columns.1' },
    },
    list_export_profiles: { works: {}, returns: { data: [{ name: 'Prices' }] }, ...unknownArgument },
    list_job_errors: {
      works: { jobId },
      returns: { data: [], pagination: { total: 0 } },
      fails: { jobId, limit: 0 },
      with: { field: 'limit' },
    },
    list_jobs: {
      works: { type: 'export' },
      returns: { data: expect.arrayContaining([expect.objectContaining({ jobId })]) },
      fails: { status: 'lost' },
      with: { field: 'status' },
    },
    get_job: {
      works: { jobId },
      returns: { data: { jobId, type: 'export' } },
      fails: { jobId: 'job_01k9f2v6m8e5fa1s3tqzc7d4xb' },
      with: { code: 'not_found' },
    },
    cancel_job: {
      works: { jobId },
      returns: { data: { status: 'canceled' } },
      fails: { jobId: 'none' },
      with: { code: 'not_found' },
    },
  };
}
