import {
  type Job,
  type ProductFilterInput,
  type PublishAction,
  type PublishRequest,
  toProductFilterInput,
} from '@product-content/contract';
import { ApiError, decodeId, invalidFields, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { JobsService } from '../../jobs/index.ts';
import type { ChannelRow } from '../channel.entity.ts';
import type { ChannelsRepository } from '../channels.repository.ts';
import { toChannelUuid } from '../channels.service.ts';

export interface PublicationsServiceOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly jobs: Pick<JobsService, 'accept'>;
}

/** What the job of a publication is told; JSON. */
export interface PublishJobInput {
  readonly channelId: string;
  /** UUIDs; null: not limited by products. */
  readonly productIds: readonly string[] | null;
  readonly filter: ProductFilterInput | null;
  readonly onlyReady: boolean;
  readonly onlyChanged: boolean;
  readonly action: PublishAction;
}

const selectProducts = `
  select id, sku from product where workspace_id = $1 and (id = any($2::uuid[]) or sku = any($3::text[]))`;

/** Starts publications. */
export class PublicationsService {
  readonly #options: PublicationsServiceOptions;

  constructor(options: PublicationsServiceOptions) {
    this.#options = options;
  }

  /**
   * @throws ApiError `not_found`; `conflict` for a paused channel; `validation_failed` at `products.N` for a product that
   *   does not exist.
   */
  async publish(ctx: RequestContext, reference: string, request: PublishRequest): Promise<Job> {
    const { channels, jobs } = this.#options;
    const channel = await channels.find(ctx.workspace.id, toChannelUuid(reference));
    if (channel === null) throw notFound('channel');
    assertActive(channel);
    const { products, filter, onlyReady, onlyChanged, action } = request;
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
    const ids = references.map((reference) => decodeId('product', reference));
    const values = [workspace.id, ids.filter((id) => id !== null), references];
    const { rows } = await this.#options.database.query<{ id: string; sku: string }>(selectProducts, values);
    const known = new Set(rows.map(({ id }) => id));
    const bySku = new Map(rows.map(({ id, sku }) => [sku, id]));
    const found = references.map((reference, index) => {
      const id = ids[index];
      return id != null && known.has(id) ? id : (bySku.get(reference) ?? null);
    });
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
