import { z } from 'zod';
import { trimmed, webAddressPattern } from '../../values/text.ts';
import { DelimiterSchema } from '../exports/export-values.ts';
import type { ChannelPlatform } from './channel-values.ts';

const text = trimmed(200);
const webUrl = z
  .url({ protocol: /^https?$/, error: 'Must be an absolute http or https URL.' })
  .max(2000)
  .meta({ pattern: webAddressPattern });

/** Settings of `google_merchant`. */
export const GoogleMerchantSettingsSchema = z
  .strictObject({
    format: z.enum(['xml', 'tsv']).default('xml').describe('RSS 2.0 with the `g:` namespace, or tab-separated text.'),
    title: text.optional().describe('Title of the feed; default the name of the channel.'),
    shopUrl: webUrl.optional().describe('Address of the shop: the link of the feed itself.'),
    productUrl: z
      .string()
      .max(2000)
      .regex(
        /^https?:\/\/[^\s{}]*\{(sku|slug|id)\}[^\s{}]*$/,
        'Must be an http or https URL with {sku}, {slug} or {id} in it.',
      )
      .optional()
      .describe('Address of a product’s page with `{sku}`, `{slug}` or `{id}` in it; fills `link`.'),
  })
  .meta({
    id: 'GoogleMerchantSettings',
    description: 'Settings of a Google Merchant feed.',
    examples: [{ productUrl: 'https://shop.example.com/p/{sku}' }],
  });

/** Settings of `csv_feed`. */
export const CsvFeedSettingsSchema = z
  .strictObject({
    delimiter: DelimiterSchema.default('comma').describe('Between cells.'),
    listSeparator: z.string().min(1).max(5).default('|').describe('Between the values of a list.'),
  })
  .meta({ id: 'CsvFeedSettings', description: 'Settings of a feed in CSV.', examples: [{ delimiter: 'semicolon' }] });

/** Settings of `json_feed`. */
export const JsonFeedSettingsSchema = z
  .strictObject({
    format: z.enum(['json', 'ndjson']).default('json').describe('One array, or an object a line.'),
  })
  .meta({ id: 'JsonFeedSettings', description: 'Settings of a feed in JSON.', examples: [{ format: 'ndjson' }] });

/** Settings of `http`. */
export const HttpSettingsSchema = z
  .strictObject({
    url: z.string().min(1).max(2048).meta({
      description: 'Where batches are POSTed to; not a private or reserved address.',
      format: 'uri',
      pattern: webAddressPattern,
    }),
    batchSize: z.int().min(1).max(500).default(100).describe('Products in one request.'),
  })
  .meta({
    id: 'HttpSettings',
    description: 'Settings of a channel that posts products to an address.',
    examples: [{ url: 'https://shop.example.com/import', batchSize: 100 }],
  });

/** Credentials of `http`. */
export const HttpCredentialsSchema = z
  .strictObject({
    secret: z.string().min(16).max(200).describe('Signs requests as webhooks are signed.'),
  })
  .meta({
    id: 'HttpCredentials',
    description: 'The secret that signs requests to an HTTP channel.',
    examples: [{ secret: 'a long random text' }],
  });

const noCredentials = z.strictObject({});

/** The settings of each platform. */
export const channelSettings = {
  google_merchant: GoogleMerchantSettingsSchema,
  csv_feed: CsvFeedSettingsSchema,
  json_feed: JsonFeedSettingsSchema,
  http: HttpSettingsSchema,
} as const satisfies Record<ChannelPlatform, z.ZodType>;

/** The credentials of each platform. */
export const channelCredentials = {
  google_merchant: noCredentials,
  csv_feed: noCredentials,
  json_feed: noCredentials,
  http: HttpCredentialsSchema,
} as const satisfies Record<ChannelPlatform, z.ZodType>;

export type ChannelSettings<Platform extends ChannelPlatform> = z.output<(typeof channelSettings)[Platform]>;
export type ChannelCredentials<Platform extends ChannelPlatform> = z.output<(typeof channelCredentials)[Platform]>;
