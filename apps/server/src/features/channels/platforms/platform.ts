import type { ChannelIssue, MappingEntry, ProductType } from '@product-content/contract';

import type { ChannelProduct } from '../mapping/channel-product.ts';
import type { ChannelValues } from '../mapping/compile-mapping.ts';

/** What is sent of a product, in the form of the platform. It is JSON. */
export type Payload = Readonly<Record<string, unknown>>;

/** What a platform makes of the values of a product. */
export interface PreparedItem {
  readonly payload: Payload;
  readonly issues: readonly ChannelIssue[];
}

/** What the values of a product are prepared with. */
export interface PrepareContext<Settings> {
  /** With its parent's content, in the language of the channel. */
  readonly product: ChannelProduct;
  readonly settings: Settings;
  readonly currency: string;
}

/** A product as it is published. */
export interface PublishedItem {
  /** As shown: `prd_…`. */
  readonly productId: string;
  readonly sku: string;
  readonly version: number;
  readonly payload: Payload;
}

/** The channel something is published for. */
export interface PublishContext<Settings> {
  readonly channel: { readonly id: string; readonly code: string; readonly name: string };
  readonly settings: Settings;
  /** The targets of the mapping, in its order. */
  readonly fields: readonly string[];
}

/** A platform that fetches a file. */
export interface FeedDelivery<Settings> {
  readonly kind: 'feed';
  /** The file's format in one word, which is its extension too, and its media type. */
  format(settings: Settings): { readonly name: string; readonly contentType: string };
  /** The text of the file, piece by piece: items come as they are read, so none may be kept. */
  write(items: AsyncIterable<PublishedItem>, context: PublishContext<Settings>): AsyncIterable<string>;
}

/** What a platform says of one item. */
export interface ItemResult {
  readonly sku: string;
  /** `submitted`: taken, and not shown yet. */
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

/** A platform that is sent batches. */
export interface BatchDelivery<Settings, Credentials> {
  readonly kind: 'batches';
  /** Products in one batch. */
  batchSize(settings: Settings): number;
  /**
   * Sends one batch and tells what became of each item; an item without a result counts as done. A failure of the whole
   * batch that may pass is thrown as {@link BatchFailure}; what else is thrown ends the publishing.
   */
  send(
    batch: Batch,
    context: PublishContext<Settings> & { readonly credentials: Credentials | null; readonly signal: AbortSignal },
  ): Promise<readonly ItemResult[]>;
}

/** A batch was not taken. */
export class BatchFailure extends Error {
  override readonly name = 'BatchFailure';
  /** Whether the same batch may be taken later. */
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
 * The port of a platform: what it wants to know of a product, what it refuses, and how it gets it. The schemas of its
 * settings and credentials stand in the contract (`channelSettings`, `channelCredentials`) under the same name.
 *
 * All but the delivery is pure: the same values give the same payload, so that what has changed is found by comparing.
 */
export interface Platform<Settings = unknown, Credentials = unknown> {
  /** As the contract names it. */
  readonly name: string;
  /** Types of products it takes. */
  readonly productTypes: readonly ProductType[];
  /** The fields it knows; null when it takes any. A mapping to others is refused. */
  readonly fields: ReadonlySet<string> | null;
  /** What a channel without a mapping of its own has. */
  defaultMapping(settings: Settings): readonly MappingEntry[];
  /** The payload of a product and what is wrong with it, beside the required fields of the mapping. */
  prepare(values: ChannelValues, context: PrepareContext<Settings>): PreparedItem;
  readonly delivery: FeedDelivery<Settings> | BatchDelivery<Settings, Credentials>;
}
