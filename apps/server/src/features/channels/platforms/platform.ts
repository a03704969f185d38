import type { ChannelIssue, MappingEntry, ProductType } from '@product-content/contract';

import type { ChannelProduct } from '../mapping/channel-product.ts';
import type { ChannelValues } from '../mapping/compile-mapping.ts';

/** The JSON that is sent for a product, in the platform's format. */
export type Payload = Readonly<Record<string, unknown>>;

/** The result of preparing a product for a platform. */
export interface PreparedItem {
  readonly payload: Payload;
  readonly issues: readonly ChannelIssue[];
}

/** What a platform needs besides the values of a product. */
export interface PrepareContext<Settings> {
  /** With inherited content, in the language of the channel. */
  readonly product: ChannelProduct;
  readonly settings: Settings;
  readonly currency: string;
}

/** A product to publish. */
export interface PublishedItem {
  /** Public id: `prd_…`. */
  readonly productId: string;
  readonly sku: string;
  readonly version: number;
  readonly payload: Payload;
}

/** The channel that is being published. */
export interface PublishContext<Settings> {
  readonly channel: { readonly id: string; readonly code: string; readonly name: string };
  readonly settings: Settings;
  /** The targets of the mapping, in order. */
  readonly fields: readonly string[];
}

/** A platform that fetches a file. */
export interface FeedDelivery<Settings> {
  readonly kind: 'feed';
  /** The name of the file's format, which is also its extension, and its media type. */
  format(settings: Settings): { readonly name: string; readonly contentType: string };
  /** Writes the file as pieces of text. Items are streamed, so none may be kept. */
  write(items: AsyncIterable<PublishedItem>, context: PublishContext<Settings>): AsyncIterable<string>;
}

/** A platform's result for one item. */
export interface ItemResult {
  readonly sku: string;
  /** `submitted`: accepted, but not visible yet. */
  readonly status: 'listed' | 'submitted' | 'delisted' | 'rejected';
  readonly externalId?: string | undefined;
  readonly url?: string | undefined;
  /** Why it was rejected. */
  readonly message?: string | undefined;
}

export interface Batch {
  /** The same for all attempts. */
  readonly deliveryId: string;
  readonly action: 'publish' | 'unpublish';
  readonly items: readonly PublishedItem[];
}

/** A platform that receives batches. */
export interface BatchDelivery<Settings, Credentials> {
  readonly kind: 'batches';
  /** Products per batch. */
  batchSize(settings: Settings): number;
  /**
   * Sends one batch and reports the result of each item; an item without a result counts as successful. Throws {@link
   * BatchFailure} for a temporary failure of the whole batch; any other error ends the publication.
   */
  send(
    batch: Batch,
    context: PublishContext<Settings> & { readonly credentials: Credentials | null; readonly signal: AbortSignal },
  ): Promise<readonly ItemResult[]>;
}

/** A batch was not accepted. */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure';
  /** Whether the platform may accept the same batch later. */
  readonly retryable: boolean;
  /** Seconds the platform asks to wait, or null. */
  readonly retryAfter: number | null;

  constructor(message: string, options: { retryable: boolean; retryAfter?: number | null; cause?: unknown }) {
    super(message, options);
    this.retryable = options.retryable;
    this.retryAfter = options.retryAfter ?? null;
  }
}

/**
 * The port of a platform: what it needs of a product, what it rejects, and how it is delivered. The contract holds the
 * schemas of its settings and credentials (`channelSettings`, `channelCredentials`) under the same name.
 *
 * Everything but the delivery is pure: the same values give the same payload, so changes are found by comparing
 * payloads.
 */
export interface Platform<Settings = unknown, Credentials = unknown> {
  /** The name in the contract. */
  readonly name: string;
  /** Types of products it accepts. */
  readonly productTypes: readonly ProductType[];
  /** The fields it knows; null when it accepts any. A mapping to other fields is rejected. */
  readonly fields: ReadonlySet<string> | null;
  /** The mapping of a channel that sets none. */
  defaultMapping(settings: Settings): readonly MappingEntry[];
  /** The payload of a product and its problems, apart from the required fields of the mapping. */
  prepare(values: ChannelValues, context: PrepareContext<Settings>): PreparedItem;
  readonly delivery: FeedDelivery<Settings> | BatchDelivery<Settings, Credentials>;
}
