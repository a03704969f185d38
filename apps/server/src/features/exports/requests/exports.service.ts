import { type ExportRequest, type Job, limits } from '@product-content/contract';
import type { Clock, RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { CatalogReader } from '../../catalog/index.ts';
import type { JobsService } from '../../jobs/index.ts';
import type { ExportProfilesService } from '../profiles/export-profiles.service.ts';
import { type ExportPlan, planExport } from './export-plan.ts';
import type { ExportOutcome, ExportRunner } from './export-runner.ts';

export interface ExportsServiceOptions {
  readonly database: Database;
  readonly catalog: CatalogReader;
  readonly profiles: ExportProfilesService;
  readonly runner: ExportRunner;
  readonly jobs: JobsService;
  readonly clock: Clock;
}

/** A file that is already complete. */
export interface ExportedFile extends ExportOutcome<Buffer> {
  readonly plan: ExportPlan;
}

const synchronousLimits = { rows: limits.exportRows, bytes: limits.exportBytes } as const;

/** Exports products and catalog records as files. */
export class ExportsService {
  readonly #options: ExportsServiceOptions;

  constructor(options: ExportsServiceOptions) {
    this.#options = options;
  }

  /** @throws ApiError `validation_failed`. */
  plan(ctx: RequestContext, request: ExportRequest): Promise<ExportPlan> {
    const { catalog, profiles, clock } = this.#options;
    return planExport(ctx, request, { catalog, profiles, now: clock.now() });
  }

  /**
   * Returns the file itself if it is small, otherwise the job that makes it.
   *
   * @throws ApiError `validation_failed`; `rate_limited` when too many jobs of the workspace are waiting.
   */
  async create(ctx: RequestContext, request: ExportRequest): Promise<ExportedFile | Job> {
    const { database, runner, jobs } = this.#options;
    const plan = await this.plan(ctx, request);
    return database.transaction(async (tx) => {
      const isSmall = !plan.zipImages && request.async !== true;
      const outcome = isSmall ? await runner.runSmall(ctx, plan, tx, synchronousLimits) : null;
      if (outcome === null) return jobs.accept(ctx, { type: 'export', input: plan, fileName: plan.fileName });
      await runner.noteRun(ctx, plan, outcome);
      return { ...outcome, plan };
    });
  }
}
