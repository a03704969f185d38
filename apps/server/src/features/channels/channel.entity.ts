import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type {
  ChannelPlatform,
  ChannelStatus,
  ChannelType,
  ListingStatus,
  MappingEntry,
  ProductFilterInput,
} from '@product-content/contract';
import type { TablesOf } from '../../storage/index.ts';

/** A channel with the statistics of its records. */
export const ChannelEntity = defineEntity({
  name: 'Channel',
  tableName: 'channel',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    name: p.text(),
    type: p.text().$type<ChannelType>(),
    platform: p.text().$type<ChannelPlatform>(),
    status: p.text().$type<ChannelStatus>().default('active'),
    locale: p.text(),
    currency: p.text(),
    scope: p.json<ProductFilterInput>(),
    /** Null: the default mapping of the platform. */
    mapping: p.json<MappingEntry[]>().strictNullable(),
    settings: p.json<Record<string, unknown>>(),
    /** Encrypted. */
    credentials: p.blob().strictNullable(),
    credentialsUpdatedAt: p.datetime(3).strictNullable(),
    /** Hash of everything in the catalog that scope and mapping read. */
    catalogDigest: p.text(),
    catalogVersion: p.bigint('number'),
    /** Readiness is being recomputed for the products after this one; null when it is current. */
    refreshAfter: p.uuid().strictNullable(),
    total: p.integer().default(0),
    ready: p.integer().default(0),
    withWarnings: p.integer().default(0),
    listed: p.integer().default(0),
    pending: p.integer().default(0),
    outdated: p.integer().default(0),
    rejected: p.integer().default(0),
    lastPublishedAt: p.datetime(3).strictNullable(),
    /** The file of a feed as it was last published. */
    feedKey: p.text().strictNullable(),
    feedContentType: p.text().strictNullable(),
    feedSize: p.bigint('number').strictNullable(),
    feedItems: p.integer().strictNullable(),
    feedGeneratedAt: p.datetime(3).strictNullable(),
    /** How often the address of the feed was replaced. */
    feedAddressNumber: p.integer().default(0),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

/** A product whose records are outdated; written in the transaction of its change. */
export const ChannelChangeEntity = defineEntity({
  name: 'ChannelChange',
  tableName: 'channel_change',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.bigint('number').primary().generated('identity'),
    productId: p.uuid(),
    /** Whether the records of its variants, which inherit from it, are outdated too. */
    withVariants: p.boolean(),
  },
});

/** A product on a channel. */
export const ChannelProductEntity = defineEntity({
  name: 'ChannelProduct',
  tableName: 'channel_product',
  properties: {
    channel: () =>
      p
        .manyToOne(ChannelEntity)
        .primary()
        .joinColumns('workspace_id', 'channel_id')
        .foreignKeyName('channel_product_workspace_id_channel_id_fkey')
        .updateRule('no action')
        .deleteRule('cascade'),
    workspaceId: p.uuid().persist(false),
    channelId: p.uuid().persist(false),
    productId: p.uuid().primary(),
    sku: p.text(),
    productVersion: p.integer(),
    /** False for a product that left the scope, or was deleted, but is still listed. */
    inScope: p.boolean(),
    ready: p.boolean(),
    errorCount: p.smallint(),
    warningCount: p.smallint(),
    /** JSON text of issues, values and payload. */
    content: p.text(),
    payloadHash: p.text(),
    listingStatus: p.text().$type<ListingStatus>().default('not_listed'),
    /** Hash of the payload on the platform; null when it is not there. */
    publishedHash: p.text().strictNullable(),
    publishedVersion: p.integer().strictNullable(),
    publishedAt: p.datetime(3).strictNullable(),
    externalId: p.text().strictNullable(),
    listingUrl: p.text().strictNullable(),
    lastError: p.text().strictNullable(),
    /** The publication that currently includes the record. */
    publishJobId: p.uuid().strictNullable(),
    /** The listing status before that publication. */
    listingBefore: p.text().$type<ListingStatus>().strictNullable(),
    /** `keep`: it stays in the feed unchanged. */
    publishAction: p.text().$type<'publish' | 'keep' | 'unpublish'>().strictNullable(),
    /** Hash and version of the payload that was written. */
    pendingHash: p.text().strictNullable(),
    pendingVersion: p.integer().strictNullable(),
    changedAt: p.datetime(3),
  },
});

export type ChannelRow = InferEntity<typeof ChannelEntity>;
export type ChannelProductRow = InferEntity<typeof ChannelProductEntity>;

/** The tables of channels for statements: the `workspace_id` of a record is part of its foreign key to the channel. */
export type ChannelTables = TablesOf<
  typeof ChannelEntity | typeof ChannelChangeEntity | typeof ChannelProductEntity
> & {
  readonly channel_product: { readonly workspace_id: string };
};
