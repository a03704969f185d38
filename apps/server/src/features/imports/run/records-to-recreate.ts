import type { MissingRecord } from '../../columns/index.ts';
import type { SaveCommand } from '../../products/index.ts';
import type { CreatedRecords } from '../rows/planned-columns.ts';

/** The records commands name, of those an import created: codes are names that lead to the same codes. */
export function recordsToRecreate(commands: readonly SaveCommand[], created: CreatedRecords): MissingRecord[] {
  const categories = new Set(created.createdCategories);
  const collections = new Set(created.createdCollections);
  const options = new Set(created.createdOptions);
  const records = commands.flatMap(({ input }): MissingRecord[] => [
    ...among(categories, [input.category]).map(
      (code) => ({ kind: 'category', name: code, code, parent: null }) as const,
    ),
    ...among(collections, input.collections ?? []).map((name) => ({ kind: 'collection', name }) as const),
    ...Object.entries(input.attributes ?? {}).flatMap(([attribute, value]) =>
      (Array.isArray(value) ? value : [value])
        .filter((code) => options.has(`${attribute}.${String(code)}`))
        .map((code) => ({ kind: 'option', attribute, name: String(code) }) as const),
    ),
  ]);
  return [...new Map(records.map((record) => [JSON.stringify(record), record])).values()];
}

function among(created: ReadonlySet<string>, named: readonly unknown[]): string[] {
  return named.filter((name): name is string => typeof name === 'string' && created.has(name));
}
