import type { WorkspaceSettings } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import { WorkspaceEntity } from './workspace.entity.ts';

/** Writers of products spread their change counts over this many rows. */
const changeSlots = 8;

const settings = `id, slug, name, default_locale as "defaultLocale", locales, default_currency as "defaultCurrency",
  currencies`;

/** Workspaces in PostgreSQL. */
export class WorkspaceRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** @throws a unique violation of `workspace_slug_unique`. */
  async insert(workspace: WorkspaceSettings, createdAt: Date): Promise<void> {
    await this.#database.transaction(async (tx) => {
      tx.em.create(WorkspaceEntity, {
        ...workspace,
        locales: [...workspace.locales],
        currencies: [...workspace.currencies],
        createdAt,
      });
      await tx.em.flush();
      await tx.query(
        'insert into workspace_change (workspace_id, slot) select $1, slot from generate_series(0, $2::int - 1) as slot',
        [workspace.id, changeSlots],
      );
    });
  }

  async findById(id: string): Promise<WorkspaceSettings | null> {
    const { rows } = await this.#database.query<WorkspaceSettings>(
      `select ${settings} from workspace where id = $1`,
      [id],
      'workspace.by_id',
    );
    return rows[0] ?? null;
  }

  async findBySlug(slug: string): Promise<WorkspaceSettings | null> {
    const { rows } = await this.#database.query<WorkspaceSettings>(
      `select ${settings} from workspace where slug = $1`,
      [slug],
      'workspace.by_slug',
    );
    return rows[0] ?? null;
  }

  /** All of them, oldest first. */
  async list(): Promise<WorkspaceSettings[]> {
    const { rows } = await this.#database.query<WorkspaceSettings>(`select ${settings} from workspace order by id`);
    return rows;
  }
}
