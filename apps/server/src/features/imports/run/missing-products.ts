import { type JobError, limits, productStatuses } from '@product-content/contract';
import { ApiError, encodeId, type RequestContext } from '../../../kernel/index.ts';
import type { Database } from '../../../storage/index.ts';
import type { ProductSelector, ProductWriter, SaveCommand } from '../../products/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { keyOfSku } from '../rows/row-key.ts';
import type { RepeatedRows } from './repeated-rows.ts';

export interface MissingProductsOptions {
  readonly database: Database;
  readonly products: ProductSelector;
  readonly writer: ProductWriter;
  readonly repeated: RepeatedRows;
}

/** The outcome for some products that are missing from a file. */
export interface ArchivedProducts {
  readonly archived: readonly string[];
  readonly errors: readonly JobError[];
  /** UUID of the last product processed; null when there are no more. */
  readonly after: string | null;
}

/** The smallest UUID. */
export const beforeAll = '00000000-0000-0000-0000-000000000000';

/** Archives products that are missing from the file of an import. */
export class MissingProducts {
  readonly #options: MissingProductsOptions;
  readonly #plan: ImportPlan;
  readonly #ctx: RequestContext;
  readonly #jobId: string;

  constructor(options: MissingProductsOptions, plan: ImportPlan, ctx: RequestContext, jobId: string) {
    this.#options = options;
    this.#plan = plan;
    this.#ctx = ctx;
    this.#jobId = jobId;
  }

  /**
   * Archives those of the next products that no row names, within the running transaction; a dry run only finds them.
   * The number of statements does not depend on how many there are.
   *
   * @param after UUID of the product after which to continue.
   */
  async archiveAfter(after: string): Promise<ArchivedProducts> {
    const { database, products, writer, repeated } = this.#options;
    const { missingFilter = {}, dryRun } = this.#plan.options;
    const active = productStatuses.filter((status) => status !== 'archived');
    const status = missingFilter.status?.filter((other) => other !== 'archived') ?? active;
    const input = { filter: { ...missingFilter, status }, includeVariants: true };
    const limit = limits.bulkItems;
    const found = await products.referencesAfter(this.#ctx, input, { on: database, after, limit });
    const keys = found.map(({ sku }) => keyOfSku(sku));
    const named = await repeated.known({ workspaceId: this.#ctx.workspace.id, jobId: this.#jobId }, keys);
    const missing = found.filter((_, index) => !named.has(keys[index] as string));
    const commands = missing.map(
      ({ id }): SaveCommand => ({
        ...{ reference: encodeId('product', id), input: { status: 'archived' as const } },
        ...{ mode: 'merge', whenMissing: 'not_found', whenExisting: 'change' },
      }),
    );
    const outcomes = commands.length === 0 ? [] : await writer.saveAll(this.#ctx, commands, { dryRun });
    const archived: string[] = [];
    const errors: JobError[] = [];
    for (const [index, outcome] of outcomes.entries()) {
      const sku = missing[index]?.sku ?? null;
      if (!(outcome instanceof ApiError)) archived.push(outcome.document.sku);
      else if (outcome.code !== 'not_found') {
        const { code, message } = outcome;
        errors.push({ row: null, column: null, sku, field: 'status', code, message, value: null });
      }
    }
    return { archived, errors, after: found.length < limit ? null : (found.at(-1)?.id ?? null) };
  }
}
