import { createReadStream, existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  CategoryCreateSchema,
  CodeSchema,
  CollectionCreateSchema,
  SkuSchema,
} from '@product-content/contract';
import { z } from 'zod';
import { LoadError } from '../load-error.ts';
import type { Definitions, PlannedProduct, TargetWorkspace } from '../load-plan.ts';
import type { CatalogReader, ReadOptions } from './catalog-reader.ts';

const fileName = 'products.ndjson';

/** What a line must contain to be sent; the API checks the rest. */
const LineSchema = z.looseObject({ sku: SkuSchema });

/**
 * A folder in the format of the API: definitions as lists ({@link readDefinitions}) and `products.ndjson`, with one
 * item of a bulk request per line, parents before their variants.
 */
export const contractFolder: CatalogReader = {
  name: 'folder',
  files: fileName,
  recognises: async (folder) => existsSync(join(folder, fileName)),
  async read(options) {
    let expectedProducts = 0;
    for await (const _ of lines(options.folder)) expectedProducts++;
    return {
      definitions: await readDefinitions(options.folder, options.workspace),
      expectedProducts,
      products: () => toProducts(options),
    };
  },
};

async function* lines(folder: string): AsyncGenerator<{ text: string; number: number }> {
  const input = createReadStream(join(folder, fileName), 'utf8');
  let number = 0;
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    number++;
    if (text.trim() !== '') yield { text, number };
  }
}

async function* toProducts({ folder, workspace, ledger }: ReadOptions): AsyncGenerator<PlannedProduct> {
  for await (const { text, number } of lines(folder)) {
    ledger.countRow(fileName);
    const where = `${fileName} line ${number}`;
    const parsed = LineSchema.safeParse(parseJson(text));
    if (!parsed.success) {
      ledger.add({ outcome: 'refused', reason: 'the line is not a JSON object with a SKU', subject: where });
      continue;
    }
    const product = parsed.data as PlannedProduct;
    for (const locale of foreignLocalesOf(product, workspace)) {
      const reason = `the workspace has no locale ${locale}`;
      ledger.add({ outcome: 'left_out', reason, subject: product.sku, where });
    }
    const translations = keepLocales(product.translations ?? undefined, workspace);
    yield translations === undefined ? product : { ...product, translations };
  }
}

const CategoryAttributesSchema = z.strictObject({
  category: CodeSchema,
  attributes: z.array(z.strictObject({ attribute: CodeSchema, required: z.boolean().default(false) })),
});

/**
 * Reads the definitions of a folder in the format of the API: `attribute-groups.json`, `attributes.json`,
 * `categories.json` (parents first), `category-attributes.json`, `collections.json`, each a list; a missing file counts
 * as empty. Texts in locales the workspace does not have are left out.
 *
 * @throws LoadError naming the file and the position of what the contract does not allow.
 */
async function readDefinitions(folder: string, workspace: TargetWorkspace): Promise<Definitions> {
  const labelled = <V, T extends { labels?: Record<string, V> }>(record: T): T => ({
    ...record,
    labels: keepLocales(record.labels, workspace),
  });
  const translated = <V, T extends { translations?: Record<string, V> }>(record: T): T => ({
    ...record,
    translations: keepLocales(record.translations, workspace),
  });
  return {
    attributeGroups: (await readList(folder, 'attribute-groups', AttributeGroupCreateSchema)).map(labelled),
    attributes: (await readList(folder, 'attributes', AttributeCreateSchema)).map((attribute) => ({
      ...labelled(attribute),
      ...(attribute.options && { options: attribute.options.map(labelled) }),
    })),
    categories: (await readList(folder, 'categories', CategoryCreateSchema)).map(translated),
    categoryAttributes: await readList(folder, 'category-attributes', CategoryAttributesSchema),
    collections: (await readList(folder, 'collections', CollectionCreateSchema)).map(translated),
  };
}

async function readList<T extends z.ZodType>(folder: string, name: string, schema: T): Promise<z.output<T>[]> {
  const path = join(folder, `${name}.json`);
  if (!existsSync(path)) return [];
  const list = parseJson(await readFile(path, 'utf8'));
  if (list === undefined) throw new LoadError(`${path} is not JSON.`);
  const { error, data } = z.array(schema).safeParse(list);
  if (error === undefined) return data as z.output<T>[];
  const [issue] = error.issues;
  throw new LoadError(`${path} at ${issue?.path.join('.')}: ${issue?.message}`);
}

/** The entries of a record by locale, for locales that the workspace has. */
function keepLocales<T>(
  byLocale: Readonly<Record<string, T>> | undefined,
  { locales }: Pick<TargetWorkspace, 'locales'>,
): Record<string, T> | undefined {
  if (byLocale === undefined) return undefined;
  return Object.fromEntries(Object.entries(byLocale).filter(([locale]) => locales.includes(locale)));
}

function foreignLocalesOf({ translations }: PlannedProduct, { locales }: Pick<TargetWorkspace, 'locales'>): string[] {
  return Object.keys(translations ?? {}).filter((locale) => !locales.includes(locale));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
