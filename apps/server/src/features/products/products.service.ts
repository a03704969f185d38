import { InvalidItem } from '@contract-kit/http-spec';
import {
  type BulkItemResult,
  BulkItemSchema,
  type BulkResult,
  type ProductInput,
  SkuSchema,
  type Warning,
} from '@product-content/contract';
import {
  ApiError,
  decodeId,
  FieldProblems,
  invalidFields,
  mapInSlices,
  notFound,
  type RequestContext,
  toFieldErrors,
  validate,
} from '../../kernel/index.ts';
import type { CatalogReader } from '../catalog/index.ts';
import { toRestoreInput } from './merge/restore-input.ts';
import type { VersionReader } from './read/version-reader.ts';
import type { ProductWriter } from './write/product-writer.ts';
import type { SaveCommand, SavedProduct } from './write/write-command.ts';

/** The maximum length of the SKU shown for a failed item, in characters. */
const maxSkuLength = 200;

export interface BulkOptions {
  readonly mode: 'merge' | 'replace';
  readonly includeProducts: boolean;
}

/** Reads and writes products. Reads without rules go to the readers directly. */
export class ProductsService {
  readonly #writer: ProductWriter;
  readonly #versions: VersionReader;
  readonly #catalog: CatalogReader;

  constructor(writer: ProductWriter, versions: VersionReader, catalog: CatalogReader) {
    this.#writer = writer;
    this.#versions = versions;
    this.#catalog = catalog;
  }

  async create(ctx: RequestContext, input: ProductInput & { readonly sku: string }): Promise<SavedProduct> {
    return this.#writer.save(ctx, {
      reference: input.sku,
      by: 'sku',
      input,
      mode: 'replace',
      whenMissing: 'create',
      whenExisting: 'conflict',
    });
  }

  /** Replaces the product, or creates it when the reference is a SKU that does not exist. */
  async put(ctx: RequestContext, reference: string, input: ProductInput): Promise<SavedProduct> {
    // A reference that looks like an id only names an existing product, and one that cannot be a SKU names none.
    const creatable = decodeId('product', reference) === null && SkuSchema.safeParse(reference).success;
    const whenMissing = creatable ? 'create' : 'not_found';
    return this.#writer.save(ctx, { reference, input, mode: 'replace', whenMissing, whenExisting: 'change' });
  }

  async patch(ctx: RequestContext, reference: string, input: ProductInput): Promise<SavedProduct> {
    return this.#writer.save(ctx, {
      reference,
      input,
      mode: 'merge',
      whenMissing: 'not_found',
      whenExisting: 'change',
    });
  }

  async delete(ctx: RequestContext, reference: string): Promise<void> {
    await this.#writer.delete(ctx, reference);
  }

  /** Writes the content of an earlier version as a new one, and reports what was left out. */
  async restore(
    ctx: RequestContext,
    reference: string,
    version: number,
  ): Promise<{ readonly saved: SavedProduct; readonly warnings: Warning[] }> {
    const old = await this.#versions.document(ctx, reference, version);
    if (old === null) throw notFound('version');
    const leftOut = new FieldProblems();
    const catalog = await this.#catalog.snapshot(ctx.workspace.id);
    const input = await toRestoreInput(old, { catalog, workspace: ctx.workspace, leftOut });
    const saved = await this.#writer.save(ctx, {
      reference,
      input,
      mode: 'replace',
      whenMissing: 'not_found',
      whenExisting: 'change',
      event: 'restored',
    });
    const gone = [...leftOut.entries(), ...(saved.leftOut?.entries() ?? [])];
    return { saved, warnings: gone.map(([field, message]) => ({ code: 'not_restored', field, message })) };
  }

  /** Upserts by SKU. Failed items are reported individually; the others are saved (API behavior 5.9). */
  async bulk(ctx: RequestContext, items: readonly unknown[], options: BulkOptions): Promise<BulkResult> {
    const parsed = await mapInSlices(items, (item) => parseItem(item, options.mode));
    const commands = parsed.filter((item): item is SaveCommand => !(item instanceof ApiError));
    const saved = (await this.#writer.saveAll({ ...ctx, source: 'bulk' }, commands)).values();
    const results = parsed.map((item, index): BulkItemResult => {
      const outcome = item instanceof ApiError ? item : (saved.next().value as SavedProduct | ApiError);
      return { index, ...toResult(items[index], outcome, options.includeProducts) };
    });
    const count = (status: BulkItemResult['status']) => results.filter((result) => result.status === status).length;
    return {
      results,
      summary: {
        total: results.length,
        created: count('created'),
        updated: count('updated'),
        unchanged: count('unchanged'),
        failed: count('failed'),
      },
    };
  }
}

function parseItem(item: unknown, mode: BulkOptions['mode']): SaveCommand | ApiError {
  if (item instanceof InvalidItem) return item.error;
  const parsed = validate(BulkItemSchema, item);
  if (parsed.issues !== undefined) return invalidFields(toFieldErrors(parsed.issues));
  const input = parsed.value;
  return { reference: input.sku, by: 'sku', input, mode, whenMissing: 'create', whenExisting: 'change' };
}

function toResult(
  item: unknown,
  outcome: SavedProduct | ApiError,
  includeProducts: boolean,
): Omit<BulkItemResult, 'index'> {
  if (!(outcome instanceof ApiError)) {
    const { document, outcome: status } = outcome;
    const result = { sku: document.sku, id: document.id, status, version: document.version };
    return includeProducts ? { ...result, product: document } : result;
  }
  const { code, message, details } = outcome;
  return { sku: skuOf(item), status: 'failed', error: { code, message, fieldErrors: details?.fieldErrors } };
}

/** The SKU of a failed item; null when it has none that fits into a response. */
function skuOf(item: unknown): string | null {
  const sent = item instanceof InvalidItem ? item.value : item;
  const sku = typeof sent === 'object' && sent !== null && 'sku' in sent ? sent.sku : null;
  return typeof sku === 'string' && sku.length <= maxSkuLength ? sku.replaceAll('\0', '').toWellFormed() : null;
}
