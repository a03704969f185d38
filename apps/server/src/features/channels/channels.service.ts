import {
  type Channel,
  type ChannelCreate,
  type ChannelPatch,
  type ChannelSummary,
  limits,
  ProductFilterSchema,
  toProductFilterInput,
} from '@product-content/contract';
import type { FileStore } from '../../files/index.ts';
import {
  ApiError,
  type Clock,
  decodeId,
  encodeId,
  type IdSource,
  notFound,
  type RequestContext,
} from '../../kernel/index.ts';
import type { UrlCheck } from '../../outbound/index.ts';
import type { Database, SecretCipher } from '../../storage/index.ts';
import type { CatalogLocks, CatalogReader } from '../catalog/index.ts';
import { assertAttributeFilters } from '../products/index.ts';
import type { ChannelRow } from './channel.entity.ts';
import { toChannel, toChannelSummary } from './channel.mapper.ts';
import type { ChannelsRepository } from './channels.repository.ts';
import { checkCredentials, checkDefinition, checkSettings } from './check-definition.ts';
import type { Platform } from './platforms/platform.ts';
import type { Platforms } from './platforms/platforms.ts';
import type { FeedAddress } from './publishing/feed-tokens.ts';
import { createPlan } from './records/channel-plan.ts';
import { fromStart, type RecordRefresher } from './records/record-refresher.ts';

export interface ChannelsServiceOptions {
  readonly database: Database;
  readonly channels: ChannelsRepository;
  readonly catalog: CatalogReader;
  readonly locks: CatalogLocks;
  readonly platforms: Platforms;
  readonly refresher: RecordRefresher;
  readonly cipher: SecretCipher;
  readonly checkUrl: UrlCheck;
  readonly files: FileStore;
  /** The address of a channel's feed. */
  readonly feedUrl: (address: FeedAddress) => string;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** The parts of a definition that a request sets. */
type CheckedParts = Pick<Definition, 'mapping'> & { readonly scope: NonNullable<ChannelCreate['scope']> };

/** The parts of a channel that determine its records. */
type Definition = Pick<ChannelRow, 'id' | 'platform' | 'locale' | 'currency' | 'scope' | 'mapping' | 'settings'>;

/** The channels to which a workspace publishes its products. */
export class ChannelsService {
  readonly #options: ChannelsServiceOptions;

  constructor(options: ChannelsServiceOptions) {
    this.#options = options;
  }

  /** All channels, by code. The statistics include every change acknowledged before. */
  async list({ workspace }: RequestContext): Promise<ChannelSummary[]> {
    await this.#options.refresher.catchUp(workspace);
    return (await this.#options.channels.list(workspace.id)).map(toChannelSummary);
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<Channel> {
    const { channels, refresher, platforms, feedUrl } = this.#options;
    const id = toChannelUuid(reference);
    await refresher.catchUp(workspace);
    const row = await channels.get(workspace.id, id);
    const address = { workspaceId: workspace.id, channelId: id, number: row.feedAddressNumber };
    return toChannel(row, platforms[row.platform], feedUrl(address));
  }

  /**
   * @throws ApiError `validation_failed`; `conflict` for a code that is taken, or when the workspace has as many
   *   channels as allowed.
   */
  async create(ctx: RequestContext, input: ChannelCreate): Promise<Channel> {
    const { database, locks, checkUrl, ids } = this.#options;
    const settings = await checkSettings(input.platform, input.settings, checkUrl);
    const id = ids.next();
    await database.transaction(async () => {
      // A product write that began earlier would not mark its changes for the first channel.
      await locks.exclude(ctx.workspace.id);
      await this.#assertPlace(ctx, input.code);
      await this.#insert(ctx, id, input, settings);
    });
    return this.get(ctx, encodeId('channel', id));
  }

  /** @throws ApiError `not_found`; `validation_failed`. */
  async patch(ctx: RequestContext, reference: string, input: ChannelPatch): Promise<Channel> {
    const { database, channels, checkUrl } = this.#options;
    const id = toChannelUuid(reference);
    const { platform } = await channels.get(ctx.workspace.id, id);
    const settings = input.settings === undefined ? undefined : await checkSettings(platform, input.settings, checkUrl);
    await database.transaction(async () => {
      await channels.lock(ctx.workspace.id);
      const channel = await channels.get(ctx.workspace.id, id);
      const { name = channel.name, type = channel.type, status = channel.status, credentials } = input;
      const { locale = channel.locale, currency = channel.currency, mapping = channel.mapping } = input;
      const scope = input.scope === undefined ? channel.scope : scopeOf(input.scope);
      const definition = { locale, currency, mapping, scope, settings: settings ?? channel.settings };
      const planned = await this.#plan(
        ctx,
        { ...channel, ...definition },
        {
          mapping: input.mapping ?? null,
          scope: input.scope ?? {},
        },
      );
      const after = { ...definition, ...planned };
      await channels.update(channel, {
        ...after,
        ...(credentials !== undefined && this.#seal(channel, credentials)),
        name,
        type,
        status,
        ...(!isSame(channel, after) && { refreshAfter: fromStart }),
        updatedAt: this.#options.clock.now(),
      });
    });
    return this.get(ctx, reference);
  }

  /** @throws ApiError `not_found`. */
  async delete({ workspace }: RequestContext, reference: string): Promise<void> {
    const { database, channels, files } = this.#options;
    const id = toChannelUuid(reference);
    await database.transaction(async (tx) => {
      await channels.lock(workspace.id);
      const channel = await channels.get(workspace.id, id);
      await channels.delete(channel);
      const { feedKey } = channel;
      if (feedKey !== null) tx.afterCommit(() => files.delete([feedKey]));
    });
  }

  /**
   * Gives the feed of a channel a new address; the old one stops working.
   *
   * @throws ApiError `not_found`; `conflict` for a platform that has no feeds.
   */
  async rotateFeed(ctx: RequestContext, reference: string): Promise<Channel> {
    const { database, channels, platforms, clock } = this.#options;
    const id = toChannelUuid(reference);
    await database.transaction(async () => {
      const channel = await channels.getForUpdate(ctx.workspace.id, id);
      const { delivery, name }: Platform = platforms[channel.platform];
      if (delivery.kind !== 'feed') throw new ApiError('conflict', `The platform "${name}" has no feeds.`);
      await channels.update(channel, { feedAddressNumber: channel.feedAddressNumber + 1, updatedAt: clock.now() });
    });
    return this.get(ctx, reference);
  }

  /** @throws ApiError `conflict`. */
  async #assertPlace({ workspace }: RequestContext, code: string): Promise<void> {
    const { channels } = this.#options;
    await channels.lock(workspace.id);
    const others = await channels.list(workspace.id);
    if (others.length >= limits.channels) {
      throw new ApiError('conflict', `A workspace has at most ${limits.channels} channels.`);
    }
    if (others.some((other) => other.code === code)) {
      throw new ApiError('conflict', `A channel with the code "${code}" already exists.`);
    }
  }

  async #insert(
    ctx: RequestContext,
    id: string,
    input: ChannelCreate,
    settings: ChannelRow['settings'],
  ): Promise<void> {
    const { workspace } = ctx;
    const { code, name, type, platform, scope, mapping = null, credentials } = input;
    const { locale = workspace.defaultLocale, currency = workspace.defaultCurrency } = input;
    const definition = { id, platform, locale, currency, mapping, settings, scope: scopeOf(scope) };
    const at = this.#options.clock.now();
    await this.#options.channels.insert({
      ...definition,
      ...(await this.#plan(ctx, definition, { mapping, scope: scope ?? {} })),
      ...this.#seal(definition, credentials),
      workspaceId: workspace.id,
      code,
      name,
      type,
      status: 'active',
      refreshAfter: fromStart,
      createdAt: at,
      updatedAt: at,
    });
  }

  /**
   * Collects what a definition reads of the catalog.
   *
   * @param checked the parts to check against the catalog: parts accepted earlier may name records that have been
   *   deleted since.
   */
  async #plan({ workspace }: RequestContext, definition: Definition, checked: CheckedParts) {
    const { platforms } = this.#options;
    const catalog = await this.#options.catalog.snapshot(workspace.id);
    const platform: Platform = platforms[definition.platform];
    checkDefinition({ ...definition, mapping: checked.mapping }, { workspace, catalog, platform });
    assertAttributeFilters(checked.scope, catalog, 'scope.');
    const { catalogDigest } = createPlan(definition, { workspace, catalog, platforms });
    return { catalogDigest, catalogVersion: Number(catalog.version) };
  }

  /** @param input null and undefined: no credentials. @throws ApiError `validation_failed` at `credentials…`. */
  #seal({ platform, id }: Pick<Definition, 'platform' | 'id'>, input: unknown) {
    const text = input === null || input === undefined ? null : checkCredentials(platform, input);
    if (text === null) return { credentials: null, credentialsUpdatedAt: null };
    return { credentials: this.#options.cipher.encrypt(text, id), credentialsUpdatedAt: this.#options.clock.now() };
  }
}

/** A scope as it is stored; by default, every product. */
function scopeOf(scope: ChannelCreate['scope']): Definition['scope'] {
  return toProductFilterInput(scope ?? ProductFilterSchema.parse({}));
}

type Evaluated = Omit<Definition, 'id' | 'platform'> & Pick<ChannelRow, 'catalogDigest'>;

/** True when both states of a channel have the same records. */
function isSame(before: Evaluated, after: Evaluated): boolean {
  const textOf = ({ locale, currency, scope, mapping, settings, catalogDigest }: typeof before) =>
    JSON.stringify([locale, currency, scope, mapping, settings, catalogDigest]);
  return textOf(before) === textOf(after);
}

/** The UUID of a public channel id. @throws ApiError `not_found`. */
export function toChannelUuid(reference: string): string {
  const id = decodeId('channel', reference);
  if (id === null) throw notFound('channel');
  return id;
}
