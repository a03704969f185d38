import { isDeepStrictEqual } from 'node:util';
import { type EntityTag, formatEntityTag, matchesStrongly } from '@contract-kit/http-spec';
import {
  type ImportProfile,
  type ImportProfileCreate,
  type ImportProfilePatch,
  type ImportSettings,
  importProfileLimit,
  limits,
  SentImportOptionsSchema,
  writeImportOptions,
} from '@product-content/contract';
import {
  ApiError,
  type Clock,
  decodeId,
  encodeId,
  type IdSource,
  notFound,
  type RequestContext,
} from '../../../kernel/index.ts';
import { type Database, violatedConstraint } from '../../../storage/index.ts';
import type { ProfilesRepository } from '../../profiles.repository.ts';
import { ImportProfileEntity, type ImportProfileRow } from './import-profile.entity.ts';

export interface ImportProfilesServiceOptions {
  readonly database: Database;
  readonly profiles: ProfilesRepository<ImportProfileRow>;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** A profile in the form of the API, with its entity tag. */
export interface TaggedProfile {
  readonly profile: ImportProfile;
  readonly entityTag: EntityTag;
}

/** A profile with its settings ready for an import. */
export interface FoundImportProfile {
  /** Public id. */
  readonly id: string;
  readonly name: string;
  readonly settings: ImportSettings;
}

/** Saved mappings and options for imports. */
export class ImportProfilesService {
  readonly #options: ImportProfilesServiceOptions;
  readonly #profiles: ProfilesRepository<ImportProfileRow>;

  constructor(options: ImportProfilesServiceOptions) {
    this.#options = options;
    this.#profiles = options.profiles;
  }

  async list({ workspace }: RequestContext): Promise<ImportProfile[]> {
    return (await this.#profiles.list(workspace.id)).map(toImportProfile);
  }

  /** @throws ApiError `not_found`. */
  async get({ workspace }: RequestContext, reference: string): Promise<TaggedProfile> {
    const row = await this.#profiles.find(workspace.id, toUuid(reference));
    if (row === null) throw notFound('import profile');
    return toTagged(row);
  }

  /** @returns null when there is no such profile. */
  async tag(workspaceId: string, reference: string): Promise<EntityTag | null> {
    const id = decodeId('importProfile', reference);
    const row = id === null ? null : await this.#profiles.find(workspaceId, id);
    return row && tagOf(row);
  }

  /** @param reference an id or a name; an id match wins. @returns null when there is no such profile. */
  async find(workspaceId: string, reference: string): Promise<FoundImportProfile | null> {
    const id = decodeId('importProfile', reference);
    const byId = id === null ? null : await this.#profiles.find(workspaceId, id);
    const row = byId ?? (await this.#profiles.findByName(workspaceId, reference));
    if (row === null) return null;
    const { name, mapping, options } = row;
    const settings = { ...SentImportOptionsSchema.parse(options), ...(mapping && { mapping }) };
    return { id: encodeId('importProfile', row.id), name, settings };
  }

  /** @throws ApiError `conflict` when the name is taken, or the workspace has as many profiles as allowed. */
  async create({ workspace }: RequestContext, input: ImportProfileCreate): Promise<TaggedProfile> {
    const { database, clock, ids } = this.#options;
    const { name, mapping = null, options = {} } = input;
    return naming(name, () =>
      database.transaction(async () => {
        if ((await this.#profiles.lockAndCount(workspace.id)) >= limits.importProfiles) {
          throw new ApiError('conflict', `${importProfileLimit}.`);
        }
        const at = clock.now();
        const content = { workspaceId: workspace.id, id: ids.next(), version: 1, name, mapping };
        const row = { ...content, options: writeImportOptions(options), createdAt: at, updatedAt: at };
        await database.emOf(workspace.id).insert(ImportProfileEntity, row);
        return toTagged(row);
      }),
    );
  }

  /** @throws ApiError `not_found`, `precondition_failed`; `conflict` when the name is taken. */
  async patch(ctx: RequestContext, reference: string, input: ImportProfilePatch): Promise<TaggedProfile> {
    const { database, clock } = this.#options;
    return naming(input.name ?? '', () =>
      database.transaction(async () => {
        const row = await this.#lock(ctx, reference);
        const { name = row.name, mapping = row.mapping } = input;
        const options = input.options === undefined ? row.options : writeImportOptions(input.options);
        const after = { name, mapping, options };
        if (!isDeepStrictEqual(after, { name: row.name, mapping: row.mapping, options: row.options })) {
          const em = database.emOf(row.workspaceId);
          em.assign(row, { ...after, version: row.version + 1, updatedAt: clock.now() });
          await em.flush();
        }
        return toTagged(row);
      }),
    );
  }

  /** @throws ApiError `not_found`, `precondition_failed`. */
  async delete(ctx: RequestContext, reference: string): Promise<void> {
    await this.#options.database.transaction(async () => {
      const { workspaceId, id } = await this.#lock(ctx, reference);
      await this.#profiles.delete(workspaceId, id);
    });
  }

  /** The profile to write, locked to the end of the transaction. */
  async #lock({ workspace, ifMatch }: RequestContext, reference: string): Promise<ImportProfileRow> {
    const row = await this.#profiles.findForUpdate(workspace.id, toUuid(reference));
    if (row === null) throw notFound('import profile');
    if (ifMatch && !matchesStrongly(ifMatch, tagOf(row))) {
      const headers = { ETag: formatEntityTag(tagOf(row).value) };
      throw new ApiError('precondition_failed', 'If-Match does not match the current version.', { headers });
    }
    return row;
  }
}

function toTagged(row: ImportProfileRow): TaggedProfile {
  return { profile: toImportProfile(row), entityTag: tagOf(row) };
}

function tagOf({ id, version }: ImportProfileRow): EntityTag {
  return { value: `${encodeId('importProfile', id)}.${version}`, weak: false };
}

function toImportProfile({ id, name, mapping, options, createdAt, updatedAt }: ImportProfileRow): ImportProfile {
  return {
    id: encodeId('importProfile', id),
    name,
    mapping,
    options,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

async function naming<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (violatedConstraint(error) !== 'import_profile_name') throw error;
    throw new ApiError('conflict', `An import profile "${name}" already exists.`);
  }
}

function toUuid(reference: string): string {
  const id = decodeId('importProfile', reference);
  if (id === null) throw notFound('import profile');
  return id;
}
