import { ApiError, type Clock, type IdSource, notFound, type WorkspaceSettings } from '../../kernel/index.ts';
import { violatedConstraint } from '../../storage/index.ts';
import type { WorkspaceCreate } from './workspace.schema.ts';
import type { WorkspaceRepository } from './workspaces.repository.ts';

export interface WorkspaceServiceOptions {
  readonly repository: WorkspaceRepository;
  readonly clock: Clock;
  readonly ids: IdSource;
}

/** Workspaces are created by the command line and at the first start; the API only shows the caller's own. */
export class WorkspaceService {
  readonly #options: WorkspaceServiceOptions;

  constructor(options: WorkspaceServiceOptions) {
    this.#options = options;
  }

  /**
   * @param input parsed by `WorkspaceCreateSchema`.
   * @throws ApiError `conflict` when the slug is taken.
   */
  async create(input: WorkspaceCreate): Promise<WorkspaceSettings> {
    const { repository, clock, ids } = this.#options;
    const workspace = {
      ...input,
      id: ids.next(),
      defaultLocale: input.locales[0] as string,
      defaultCurrency: input.currencies[0] as string,
    };
    try {
      await repository.insert(workspace, clock.now());
    } catch (error) {
      if (violatedConstraint(error) !== 'workspace_slug_unique') throw error;
      throw new ApiError('conflict', `A workspace "${input.slug}" already exists.`);
    }
    return workspace;
  }

  list(): Promise<WorkspaceSettings[]> {
    return this.#options.repository.list();
  }

  /** @throws ApiError `not_found`. */
  async get(slug: string): Promise<WorkspaceSettings> {
    const workspace = await this.#options.repository.findBySlug(slug);
    if (workspace === null) throw new ApiError('not_found', `No workspace "${slug}" exists.`);
    return workspace;
  }

  /** @throws ApiError `not_found`. */
  async getById(id: string): Promise<WorkspaceSettings> {
    const workspace = await this.#options.repository.findById(id);
    if (workspace === null) throw notFound('workspace');
    return workspace;
  }
}
