import type { ChannelCredentials, ChannelSettings } from '@product-content/contract';
import { z } from 'zod';
import { commonMapping, prepareFreely } from './free-fields.ts';
import { type Batch, BatchFailure, type ItemResult, type Platform } from './platform.ts';
import type { JsonResponse, PostJson } from './post-json.ts';

/** The optional response of a receiver: the result of each item. Any other body means that all were accepted. */
const ResponseSchema = z.object({
  results: z.array(
    z.object({
      sku: z.string(),
      status: z.enum(['listed', 'submitted', 'delisted', 'rejected']),
      externalId: z.string().max(500).nullish(),
      url: z.string().max(2000).nullish(),
      message: z.string().max(2000).nullish(),
    }),
  ),
});

/** POSTs batches of payloads to the URL of a shop or a marketplace, signed as webhooks are. */
export function createHttpPlatform(post: PostJson): Platform<ChannelSettings<'http'>, ChannelCredentials<'http'>> {
  return {
    name: 'http',
    productTypes: ['simple', 'parent', 'variant'],
    fields: null,
    defaultMapping: () => commonMapping,
    prepare: prepareFreely,
    delivery: {
      kind: 'batches',
      batchSize: ({ batchSize }) => batchSize,
      async send(batch, { channel, settings, credentials, signal }) {
        const { action, items, deliveryId } = batch;
        const body = JSON.stringify({ channel, action, items });
        const secret = credentials?.secret ?? null;
        const response = await post({
          url: settings.url,
          event: `channel.${action}`,
          deliveryId,
          body,
          secret,
          signal,
        });
        if (response.status >= 200 && response.status < 300) return readResults(response.body, batch);
        throw failureOf(response);
      },
    },
  };
}

function readResults(body: string, { items }: Batch): ItemResult[] {
  const parsed = ResponseSchema.safeParse(parse(body));
  if (!parsed.success) return [];
  const sent = new Set(items.map(({ sku }) => sku));
  return parsed.data.results
    .filter(({ sku }) => sent.has(sku))
    .map(({ externalId, url, message, ...result }) => ({
      ...result,
      externalId: externalId ?? undefined,
      url: url ?? undefined,
      message: message ?? undefined,
    }));
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Rejections that would be repeated are not retried. */
function failureOf({ status, retryAfterSeconds: retryAfter }: JsonResponse): BatchFailure {
  const retryable = status >= 500 || status === 429 || status === 408 || status === 425;
  return new BatchFailure(`The receiver responded with the status ${status}.`, { retryable, retryAfter });
}
