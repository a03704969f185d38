import { deferred, secret } from '@contract-kit/http-spec/zod';
import { z } from 'zod';
import { limits } from '../../limits.ts';
import { CodeSchema, RefSchema, recordIdOf } from '../../values/identifiers.ts';
import { CurrencySchema, LocaleSchema, TimestampSchema } from '../../values/locale.ts';
import { immutable, trimmed } from '../../values/text.ts';
import { ProductFilterSchema } from '../products/product-filter.schema.ts';
import { MappingEntrySchema, MappingInputSchema } from './channel-mapping.schema.ts';
import { channelSettings, HttpCredentialsSchema } from './channel-settings.schema.ts';
import { channelPlatforms, channelStatuses, channelTypes } from './channel-values.ts';

const count = z.int().min(0);

export const ChannelReadinessSchema = z
  .object({
    total: count.describe('Products in scope.'),
    ready: count.describe('Products without an error.'),
    withWarnings: count.describe('Ready products that have warnings.'),
    withErrors: count.describe('Products that are not ready.'),
  })
  .meta({ id: 'ChannelReadiness', description: 'The products in scope by whether they can be published.' });

export const ChannelListingsSchema = z
  .object({
    listed: count.describe('Listed with their current content.'),
    pending: count.describe('Queued, or submitted and not confirmed.'),
    outdated: count.describe('Listed with content that has changed since.'),
    rejected: count.describe('Rejected by the platform.'),
    notListed: count.describe('Never listed, or delisted.'),
  })
  .meta({ id: 'ChannelListings', description: 'The products in scope by their listing.' });

const summaryShape = {
  id: recordIdOf('channel'),
  code: CodeSchema,
  name: z.string().describe('Name for people.'),
  type: z.enum(channelTypes).meta({ id: 'ChannelType', description: 'The purpose of a channel for its owner.' }),
  platform: z.enum(channelPlatforms).meta({
    id: 'ChannelPlatform',
    description: 'How a channel is served: by a feed that others fetch, or by requests.',
  }),
  status: z
    .enum(channelStatuses)
    .meta({ id: 'ChannelStatus', description: '`paused`: not published; readiness is kept current.' }),
  locale: LocaleSchema.describe('The language content is taken in, falling back per field to the default one.'),
  currency: CurrencySchema.describe('The currency `price` is taken in.'),
  readiness: ChannelReadinessSchema,
  listings: ChannelListingsSchema,
  refreshing: z
    .boolean()
    .describe('True while readiness is recomputed for many products; until then its statistics are the previous ones.'),
  lastPublishedAt: TimestampSchema.nullable(),
  createdAt: TimestampSchema,
  updatedAt: TimestampSchema.describe('When the channel itself was last changed.'),
};

const summaryExample = {
  id: 'chn_01k9f2v6m8e5fa1s3tqzc7d4xb',
  code: 'google-de',
  name: 'Google Germany',
  type: 'feed',
  platform: 'google_merchant',
  status: 'active',
  locale: 'de',
  currency: 'EUR',
  readiness: { total: 120, ready: 112, withWarnings: 30, withErrors: 8 },
  listings: { listed: 100, pending: 0, outdated: 12, rejected: 0, notListed: 8 },
  refreshing: false,
  lastPublishedAt: '2026-01-31T09:30:00.000Z',
  createdAt: '2026-01-30T08:00:00.000Z',
  updatedAt: '2026-01-30T08:00:00.000Z',
};

/** A channel with statistics about its products. */
export const ChannelSummarySchema = z.object(summaryShape).meta({
  id: 'ChannelSummary',
  description: 'A channel with statistics about its products.',
  examples: [summaryExample],
});

export const ChannelFeedSchema = z
  .object({
    url: secret(z.url()).describe('Needs no API key: share it only with those who may read the feed.'),
    format: z.string().describe('`xml`, `tsv`, `csv`, `json` or `ndjson`.'),
    itemCount: count.nullable().describe('Null before the feed was published.'),
    generatedAt: TimestampSchema.nullable(),
  })
  .meta({ id: 'ChannelFeed', description: 'The file a channel is read from.' });

/** A channel with its configuration. Credentials are never shown. */
export const ChannelSchema = z
  .object({
    ...summaryShape,
    scope: z.record(z.string(), z.unknown()).describe('Which products the channel has: filters of `GET /products`.'),
    mapping: z.array(MappingEntrySchema).describe('What the fields of the platform are filled with.'),
    settings: z.record(z.string(), z.unknown()).describe('Of the platform, with its defaults.'),
    feed: ChannelFeedSchema.nullable().describe('Null for platforms that fetch nothing.'),
    credentials: z
      .object({
        configured: z.boolean().describe('Whether there are any.'),
        updatedAt: TimestampSchema.nullable().describe('When they were last set.'),
      })
      .meta({ id: 'ChannelCredentials', description: 'Whether the channel has credentials. They are never shown.' }),
  })
  .meta({
    id: 'Channel',
    description: 'A channel with its configuration.',
    examples: [
      {
        ...summaryExample,
        scope: { category: ['mugs'], status: ['approved'] },
        mapping: [{ target: 'title', source: [{ field: 'name' }], transform: [{ truncate: 150 }], required: true }],
        settings: { format: 'xml', productUrl: 'https://shop.example.com/p/{sku}' },
        feed: {
          url: 'https://pim.example.com/api/v1/channel-feeds/YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXo',
          format: 'xml',
          itemCount: 112,
          generatedAt: '2026-01-31T09:30:00.000Z',
        },
        credentials: { configured: false, updatedAt: null },
      },
    ],
  });

const settings = deferred(z.union(Object.values(channelSettings))).optional();
const credentials = deferred(HttpCredentialsSchema).optional();

const content = {
  locale: LocaleSchema.optional().describe('One of the workspace’s; default its default one.'),
  currency: CurrencySchema.optional().describe('One of the workspace’s; default its default one.'),
  scope: ProductFilterSchema.optional().describe(
    'Which products the channel has: the filters of `GET /products`. A product that is not approved has the error STATUS_NOT_APPROVED, unless the scope names its status.',
  ),
  mapping: MappingInputSchema.nullable()
    .optional()
    .describe(
      'The sources of the platform’s fields. Default, and with null: the mapping of the platform, as `GET /channels/{id}` shows it.',
    ),
  settings: settings.describe('Those of the platform.'),
};

export const ChannelCreateSchema = z
  .strictObject({
    code: CodeSchema,
    name: trimmed(200).describe('Name for people.'),
    type: z.enum(channelTypes),
    platform: z.enum(channelPlatforms),
    ...content,
    credentials: credentials.describe('Write-only. `http`: `{ secret }`, which signs requests.'),
  })
  .meta({
    id: 'ChannelCreate',
    description: 'A channel to create.',
    examples: [
      {
        code: 'google-de',
        name: 'Google Germany',
        type: 'feed',
        platform: 'google_merchant',
        locale: 'de',
        currency: 'EUR',
        scope: { status: ['approved'] },
        settings: { productUrl: 'https://shop.example.com/p/{sku}' },
      },
      {
        code: 'shop',
        name: 'Shop',
        type: 'shop',
        platform: 'http',
        mapping: [
          { target: 'sku', source: 'sku', required: true },
          { target: 'title', source: { field: 'name' }, transform: { truncate: 80 }, required: true },
          { target: 'colour', source: { attribute: 'color' }, transform: ['label', 'uppercase'], default: 'n/a' },
          { target: 'condition', source: { value: 'new' } },
        ],
        settings: { url: 'https://shop.example.com/import' },
        credentials: { secret: 'a-long-random-secret' },
      },
    ],
  });

export const ChannelPatchSchema = z
  .strictObject({
    code: immutable(),
    platform: immutable(),
    name: trimmed(200).optional().describe('Name for people.'),
    type: z.enum(channelTypes).optional(),
    status: z.enum(channelStatuses).optional().describe('`paused` keeps it from being published.'),
    ...content,
    credentials: deferred(HttpCredentialsSchema.nullable())
      .optional()
      .describe('Write-only; replaces those there are, null removes them.'),
  })
  .meta({
    id: 'ChannelPatch',
    description: 'Changes to a channel. Properties that are not sent stay as they are.',
    examples: [{ status: 'paused' }, { scope: { category: ['mugs'] } }],
  });

export const ChannelPathSchema = z.object({ id: RefSchema.describe('Id of the channel.') });

export type ChannelReadiness = z.output<typeof ChannelReadinessSchema>;
export type ChannelListings = z.output<typeof ChannelListingsSchema>;
export type ChannelSummary = z.output<typeof ChannelSummarySchema>;
export type Channel = z.input<typeof ChannelSchema>;
export type ChannelCreate = z.output<typeof ChannelCreateSchema>;
export type ChannelPatch = z.output<typeof ChannelPatchSchema>;

/** The maximum number of channels, as text for the documents. */
export const channelCountRule = `A workspace has at most ${limits.channels} channels; one more returns 409.`;
