import type { AttributeOption, ImportOptions } from '@product-content/contract';
import { ApiError, type RequestContext } from '../../../kernel/index.ts';
import type { AttributesService } from '../../attributes/index.ts';
import type { CategoriesService } from '../../categories/index.ts';
import type { CollectionsService } from '../../collections/index.ts';
import { type MissingRecord, toCode } from '../../columns/index.ts';
import type { NewAttribute } from '../plan/new-attribute.ts';
import type { CreatedRecords } from '../rows/planned-columns.ts';

export interface MissingRecordsOptions {
  readonly attributes: AttributesService;
  readonly categories: CategoriesService;
  readonly collections: CollectionsService;
}

/** What a batch of rows lacks in the catalog. */
export interface Lack {
  readonly attributes: readonly NewAttribute[];
  readonly records: readonly MissingRecord[];
}

/** Most options of an attribute, as its definition takes them. */
const maxOptions = 5_000;

/** Creates what rows of an import name and the catalog does not have, through the services everyone uses. */
export class MissingRecords {
  readonly #options: MissingRecordsOptions;

  constructor(options: MissingRecordsOptions) {
    this.#options = options;
  }

  /** What may be created of a lack, each once. */
  wanted({ attributes, records }: Lack, { createMissing }: ImportOptions): Lack {
    const allowed = {
      category: createMissing.categories,
      collection: createMissing.collections,
      option: createMissing.options,
    };
    const distinct = new Map<string, MissingRecord>();
    for (const record of records) {
      const identity = identityOf(record);
      if (allowed[record.kind] && !distinct.has(identity)) distinct.set(identity, record);
    }
    return { attributes, records: [...distinct.values()] };
  }

  /** Joins the running transaction. What cannot be created is left to the rows that name it. */
  async create(ctx: RequestContext, { attributes, records }: Lack): Promise<CreatedRecords> {
    const { categories, collections } = this.#options;
    return {
      createdAttributes: await inOrder(attributes, (attribute) => this.#createAttribute(ctx, attribute)),
      createdCategories: await inOrder(
        records.filter((record) => record.kind === 'category'),
        ({ code, parent, name }) => attempt(code, () => categories.create(ctx, { code, parent, name: shown(name) })),
      ),
      createdCollections: await inOrder(
        records.filter((record) => record.kind === 'collection'),
        async ({ name }) => {
          const code = toCode(name);
          return code === null ? [] : attempt(code, () => collections.create(ctx, { code, name: shown(name) }));
        },
      ),
      createdOptions: await this.#createOptions(ctx, records),
    };
  }

  #createAttribute(ctx: RequestContext, { code, type, label }: NewAttribute): Promise<string[]> {
    const input = { code, type, label, localizable: false, unique: false };
    return attempt(code, () => this.#options.attributes.create(ctx, input));
  }

  /** All new options of an attribute are one change of it. */
  async #createOptions(ctx: RequestContext, records: readonly MissingRecord[]): Promise<string[]> {
    const options = records.filter((record) => record.kind === 'option');
    const byAttribute = Map.groupBy(options, ({ attribute }) => attribute);
    return inOrder([...byAttribute], async ([code, added]) => {
      const { attributes } = this.#options;
      const { options: existing } = await attributes.get(ctx, code);
      const fresh = toOptions(added, existing);
      const all = [...existing, ...fresh];
      if (fresh.length === 0 || all.length > maxOptions) return [];
      const created = await attempt(code, () => attributes.patch(ctx, code, { options: all }));
      return created.length === 0 ? [] : fresh.map((option) => `${code}.${option.code}`);
    });
  }
}

/** Two spellings of one name are one record. */
function identityOf({ name, ...record }: MissingRecord): string {
  const code = 'code' in record ? record.code : (toCode(name) ?? name);
  return JSON.stringify([record.kind, 'attribute' in record ? record.attribute : null, code.toLowerCase()]);
}

function shown(name: string): string {
  return name.slice(0, 200);
}

function toOptions(added: readonly MissingRecord[], existing: readonly AttributeOption[]) {
  const fresh = new Map<string, { code: string; label: string }>();
  for (const { name } of added) {
    const code = toCode(name);
    if (code === null || existing.some((option) => option.code === code) || fresh.has(code)) continue;
    fresh.set(code, { code, label: shown(name) });
  }
  return [...fresh.values()];
}

async function inOrder<Item>(items: readonly Item[], work: (item: Item) => Promise<string[]>): Promise<string[]> {
  const codes: string[] = [];
  for (const item of items) codes.push(...(await work(item)));
  return codes;
}

/** @returns the code, or nothing when the record is refused. */
async function attempt(code: string, make: () => Promise<unknown>): Promise<string[]> {
  try {
    await make();
    return [code];
  } catch (error) {
    if (error instanceof ApiError) return [];
    throw error;
  }
}
