import type { WorkspaceSettings } from '../../kernel/index.ts';
import type { Database } from '../../storage/index.ts';
import { WorkspaceEntity } from './workspace.entity.ts';
import { selectAll, selectById, selectBySlug } from './workspace.statements.ts';

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
    });
  }

  async findById(id: string): Promise<WorkspaceSettings | null> {
    const [workspace] = await this.#database.run(selectById, { id });
    return workspace ?? null;
  }

  async findBySlug(slug: string): Promise<WorkspaceSettings | null> {
    const [workspace] = await this.#database.run(selectBySlug, { slug });
    return workspace ?? null;
  }

  /** All workspaces, oldest first. */
  list(): Promise<WorkspaceSettings[]> {
    return this.#database.run(selectAll, {});
  }
}
