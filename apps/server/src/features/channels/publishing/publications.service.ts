import {
  type Job,
  type ProductFilterInput,
  type PublishAction,
  type PublishRequest,
  toProductFilterInput,
} from '@product-content/contract';
import { ApiError, invalidFields, type RequestContext } from '../../../kernel/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { JobsService } from '../../jobs/index.ts';
import { assertAttributeFilters, type ProductReferences } from '../../products/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import { toChannelUuid } from '../channels.service.ts';

export interface PublicationsServiceOptions {
  readonly channels: ChannelsRepository;
  readonly products: ProductReferences;
  readonly catalog: CatalogReader;
  readonly jobs: Pick<JobsService, 'accept'>;
}

/** The input of a publication job, as JSON. */
export interface PublishJobInput {
  readonly channelId: string;
  /** UUIDs; null: no limit to certain products. */
  readonly productIds: readonly string[] | null;
  readonly filter: ProductFilterInput | null;
  readonly onlyReady: boolean;
  readonly onlyChanged: boolean;
  readonly action: PublishAction;
}

/** Starts publications. */
export class PublicationsService {
  readonly #options: PublicationsServiceOptions;

  constructor(options: PublicationsServiceOptions) {
    this.#options = options;
  }

  /**
   * @throws ApiError `not_found`; `conflict` for a paused channel; `validation_failed` at `products.N` for a product
   *   that does not exist, or at an attribute of the filter that is not filterable.
   */
  async publish(ctx: RequestContext, reference: string, request: PublishRequest): Promise<Job> {
    const { channels, jobs, catalog } = this.#options;
    const channel = await channels.get(ctx.workspace.id, toChannelUuid(reference));
    assertActive(channel);
    const { products, filter, onlyReady, onlyChanged, action } = request;
    if (filter !== undefined) assertAttributeFilters(filter, await catalog.snapshot(ctx.workspace.id), 'filter.');
    const input: PublishJobInput = {
      channelId: channel.id,
      productIds: products === undefined ? null : await this.#productIds(ctx, products),
      filter: filter === undefined ? null : toProductFilterInput(filter),
      onlyReady,
      onlyChanged,
      action,
    };
    return jobs.accept(ctx, { type: 'channel.publish', input });
  }

  /** The UUIDs of products named by id or SKU; an id match wins. */
  async #productIds({ workspace }: RequestContext, references: readonly string[]): Promise<string[]> {
    const found = await this.#options.products.resolve(workspace.id, references);
    const missing = found.flatMap((id, index) =>
      id === null ? [[`products.${index}`, 'There is no such product.']] : [],
    );
    if (missing.length > 0) throw invalidFields(Object.fromEntries(missing));
    return [...new Set(found.filter((id) => id !== null))];
  }
}

/** @throws ApiError `conflict` for a paused channel (API behavior 12.5). */
export function assertActive({ status, code }: Pick<ChannelRow, 'status' | 'code'>): void {
  if (status === 'paused') throw new ApiError('conflict', `The channel "${code}" is paused.`);
}
