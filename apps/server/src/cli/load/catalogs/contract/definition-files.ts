import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toFieldErrors } from '@contract-kit/middleware';
import {
  AttributeCreateSchema,
  AttributeGroupCreateSchema,
  CategoryCreateSchema,
  CodeSchema,
  CollectionCreateSchema,
} from '@product-content/contract';
import { z } from 'zod';
import type { Definitions, TargetWorkspace } from '../../load-plan.ts';
import { keepLocales } from './keep-locales.ts';

const CategoryAttributesSchema = z.strictObject({
  category: CodeSchema,
  attributes: z.array(z.strictObject({ attribute: CodeSchema, required: z.boolean().default(false) })),
});

/**
 * Reads the definitions of a folder in the API's own words: `attribute-groups.json`, `attributes.json`,
 * `categories.json` (parents first), `category-attributes.json`, `collections.json`, each a list; one that is
 * missing is empty. Texts in locales the workspace does not have are left out.
 *
 * @throws Error naming the file and the place of what the contract does not allow.
 */
export async function readDefinitions(folder: string, workspace: TargetWorkspace): Promise<Definitions> {
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
  const parsed = z.array(schema).safeParse(parseJson(path, await readFile(path, 'utf8')));
  if (parsed.success) return parsed.data;
  const [[field, message] = []] = Object.entries(toFieldErrors(parsed.error.issues));
  throw new Error(`${path} at ${field}: ${message}`);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${path} is not JSON: ${(error as Error).message}`, { cause: error });
  }
}
