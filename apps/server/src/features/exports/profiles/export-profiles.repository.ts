import type { ExportRun } from '@product-content/contract';
import type { Database } from '../../../storage/index.ts';
import { ExportProfileEntity, type ExportProfileRow } from '../export-profile.entity.ts';
import type { KeptFeedToken } from './feed-token.ts';

const insertProfile = `
  insert into export_profile
    (workspace_id, id, name, options, feed_token_hash, feed_token, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $7)`;

const updateProfile = `
  update export_profile set name = $3, options = $4, updated_at = $5,
    version = case when options = $4::jsonb then version else version + 1 end
  where workspace_id = $1 and id = $2`;

const updateToken = `
  update export_profile set feed_token_hash = $3, feed_token = $4, updated_at = $5
  where workspace_id = $1 and id = $2`;

const noteRun = 'update export_profile set last_run = $3 where workspace_id = $1 and id = $2';

/** Export profiles in PostgreSQL. Rows are plain values. */
export class ExportProfilesRepository {
  readonly #database: Database;
  readonly #columns: string;

  constructor(database: Database) {
    this.#database = database;
    const { props } = database.orm.getMetadata(ExportProfileEntity);
    this.#columns = props.map(({ name, fieldNames: [column] }) => `${column} as "${name}"`).join(', ');
  }

  /** Keeps the workspace's list of profiles as it is to the end of the transaction. @returns how many there are. */
  async lockAndCount(workspaceId: string): Promise<number> {
    const lock = 'select pg_advisory_xact_lock(hashtextextended($1, 0))';
    await this.#database.query(lock, [`export profiles ${workspaceId}`], 'export_profile.lock');
    const text = 'select count(*) as number from export_profile where workspace_id = $1';
    const { rows } = await this.#database.query<{ number: number }>(text, [workspaceId], 'export_profile.count');
    return rows[0]?.number ?? 0;
  }

  /** All of a workspace, by name. */
  async list(workspaceId: string): Promise<ExportProfileRow[]> {
    return this.#select('where workspace_id = $1 order by name', [workspaceId], 'list');
  }

  async find(workspaceId: string, id: string): Promise<ExportProfileRow | null> {
    const [row] = await this.#select('where workspace_id = $1 and id = $2', [workspaceId, id], 'find');
    return row ?? null;
  }

  async findByName(workspaceId: string, name: string): Promise<ExportProfileRow | null> {
    const [row] = await this.#select('where workspace_id = $1 and name = $2', [workspaceId, name], 'find_by_name');
    return row ?? null;
  }

  /** Like {@link find}; nobody else changes the row before the transaction ends. */
  async findForUpdate(workspaceId: string, id: string): Promise<ExportProfileRow | null> {
    const condition = 'where workspace_id = $1 and id = $2 for no key update';
    const [row] = await this.#select(condition, [workspaceId, id], 'find_for_update');
    return row ?? null;
  }

  /** True when there is one; from the index alone. */
  async exists(workspaceId: string, id: string): Promise<boolean> {
    const text = 'select from export_profile where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'export_profile.exists')).rowCount === 1;
  }

  /** @throws a unique violation of `export_profile_name`. */
  async insert(row: Omit<ExportProfileRow, 'version' | 'lastRun' | 'updatedAt'>): Promise<void> {
    const { workspaceId, id, name, options, feedTokenHash, feedToken, createdAt } = row;
    const values = [workspaceId, id, name, JSON.stringify(options), feedTokenHash, feedToken, createdAt];
    await this.#database.query(insertProfile, values, 'export_profile.insert');
  }

  /** @throws a unique violation of `export_profile_name`. */
  async update(row: Pick<ExportProfileRow, 'workspaceId' | 'id' | 'name' | 'options' | 'updatedAt'>): Promise<void> {
    const values = [row.workspaceId, row.id, row.name, JSON.stringify(row.options), row.updatedAt];
    await this.#database.query(updateProfile, values, 'export_profile.update');
  }

  async updateToken(
    row: Pick<ExportProfileRow, 'workspaceId' | 'id' | 'updatedAt'>,
    { feedTokenHash, feedToken }: KeptFeedToken,
  ): Promise<void> {
    const values = [row.workspaceId, row.id, feedTokenHash, feedToken, row.updatedAt];
    await this.#database.query(updateToken, values, 'export_profile.token');
  }

  async noteRun(workspaceId: string, id: string, run: ExportRun): Promise<void> {
    await this.#database.query(noteRun, [workspaceId, id, JSON.stringify(run)], 'export_profile.run');
  }

  /** The rows of its feeds go with it. @returns false when there is no such profile. */
  async delete(workspaceId: string, id: string): Promise<boolean> {
    const text = 'delete from export_profile where workspace_id = $1 and id = $2';
    return (await this.#database.query(text, [workspaceId, id], 'export_profile.delete')).rowCount === 1;
  }

  async #select(condition: string, values: readonly string[], name: string): Promise<ExportProfileRow[]> {
    const text = `select ${this.#columns} from export_profile ${condition}`;
    return (await this.#database.query<ExportProfileRow>(text, values, `export_profile.${name}`)).rows;
  }
}
