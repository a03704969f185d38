import {
  type ExportOptions,
  type ExportProfile,
  type ExportProfileCreate,
  type ExportProfilePatch,
  exportProfileLimit,
  limits,
  toProductFilterInput,
} from '@product-content/contract';
import { ApiError, type Clock, decodeId, type IdSource, notFound, type RequestContext } from '../../../kernel/index.ts';
import type { SecretCipher } from '../../../storage/index.ts';
import { type Database, violatedConstraint } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { ExportProfileRow } from '../export-profile.entity.ts';
import { assertOptions, readOptions, writeOptions } from '../options/export-options.ts';
import { changeOptions, toExportProfile } from './export-profile.mapper.ts';
import type { ExportProfilesRepository } from './export-profiles.repository.ts';
import { createFeedToken } from './feed-token.ts';

export interface ExportProfilesServiceOptions {
  readonly database: Database;
  readonly profiles: ExportProfilesRepository;
  readonly catalog: CatalogReader;
  readonly cipher: SecretCipher;
  /** The prefix of feed addresses, before the secret. */
  readonly feedsUrl: () => string;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A profile with its options parsed for an export. */
export interface FoundProfile {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly options: ExportOptions;
}

/** Saved exports. */
export class ExportProfilesService {
  readonly #options: ExportProfilesServiceOptions;

  constructor(options: ExportProfilesServiceOptions) {
    this.#options = options;
  }

  async list({ workspace }: RequestContext): Promise<ExportProfile[]> {
    return (await this.#options.profiles.list(workspace.id)).map((row) => this.#show(row));
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<ExportProfile> {
    const row = await this.#options.profiles.find(workspace.id, toUuid(reference));
    if (row === null) throw notFound('export profile');
    return this.#show(row);
  }

  /** @param reference an id or a name; an id match wins. @returns null when there is no such profile. */
  async find({ workspace }: RequestContext, reference: string): Promise<FoundProfile | null> {
    const { profiles } = this.#options;
    const id = decodeId('exportProfile', reference);
    const byId = id === null ? null : await profiles.find(workspace.id, id);
    const row = byId ?? (await profiles.findByName(workspace.id, reference));
    return row && { id: row.id, name: row.name, options: readOptions(row.options) };
  }

  /**
   * @throws ApiError `validation_failed` at a locale or column the workspace does not have; `conflict` when the name is
   *   taken, or the workspace has as many profiles as allowed.
   */
  async create(ctx: RequestContext, { name, ...input }: ExportProfileCreate): Promise<ExportProfile> {
    const { database, profiles, cipher, clock, ids } = this.#options;
    const options = writeOptions(input);
    await this.#assertOptions(ctx, input);
    return this.#naming(name, () =>
      database.transaction(async () => {
        if ((await profiles.lockAndCount(ctx.workspace.id)) >= limits.exportProfiles) {
          throw new ApiError('conflict', `${exportProfileLimit}.`);
        }
        const [id, at] = [ids.next(), clock.now()];
        const content = { workspaceId: ctx.workspace.id, id, name, options, ...createFeedToken(cipher, id) };
        const row = { ...content, createdAt: at, updatedAt: at };
        await profiles.insert(row);
        return this.#show({ ...row, lastRun: null });
      }),
    );
  }

  /** @throws ApiError `not_found`, and those of {@link create}. */
  async patch(ctx: RequestContext, reference: string, { name, ...input }: ExportProfilePatch): Promise<ExportProfile> {
    const { database, profiles, clock } = this.#options;
    return this.#naming(name ?? '', () =>
      database.transaction(async () => {
        const profile = await this.#lock(ctx, reference);
        const { filter, ...others } = input;
        const changes = { ...others, filter: filter && toProductFilterInput(filter) };
        const options = changeOptions(profile.options, changes);
        await this.#assertOptions(ctx, { ...options, filter: filter ?? undefined });
        await profiles.update(profile, { name: name ?? profile.name, options, updatedAt: clock.now() });
        return this.#show(profile);
      }),
    );
  }

  /** @throws ApiError `not_found`. */
  async delete({ workspace }: RequestContext, reference: string): Promise<void> {
    const deleted = await this.#options.profiles.delete(workspace.id, toUuid(reference));
    if (!deleted) throw notFound('export profile');
  }

  /** The current addresses of its feeds stop working. @throws ApiError `not_found`. */
  async rotateFeeds(ctx: RequestContext, reference: string): Promise<ExportProfile> {
    const { database, profiles, cipher, clock } = this.#options;
    return database.transaction(async () => {
      const profile = await this.#lock(ctx, reference);
      await profiles.update(profile, { ...createFeedToken(cipher, profile.id), updatedAt: clock.now() });
      return this.#show(profile);
    });
  }

  #show(row: Omit<ExportProfileRow, 'version'>): ExportProfile {
    const { cipher, feedsUrl } = this.#options;
    return toExportProfile({ ...row, feedAddress: `${feedsUrl()}/${cipher.decrypt(row.feedToken, row.id)}` });
  }

  async #lock({ workspace }: RequestContext, reference: string): Promise<ExportProfileRow> {
    const row = await this.#options.profiles.findForUpdate(workspace.id, toUuid(reference));
    if (row === null) throw notFound('export profile');
    return row;
  }

  async #assertOptions({ workspace }: RequestContext, options: Parameters<typeof assertOptions>[1]): Promise<void> {
    const catalog = await this.#options.catalog.snapshot(workspace.id);
    assertOptions({ workspace, catalog }, options);
  }

  async #naming<T>(name: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (violatedConstraint(error) !== 'export_profile_name') throw error;
      throw new ApiError('conflict', `An export profile "${name}" already exists.`);
    }
  }
}

function toUuid(reference: string): string {
  const id = decodeId('exportProfile', reference);
  if (id === null) throw notFound('export profile');
  return id;
}
