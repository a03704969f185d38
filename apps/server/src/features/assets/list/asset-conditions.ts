import { type AssetFilter, rootFolder } from '@product-content/contract';
import type { SqlParameter } from '../../../storage/index.ts';
import { containsPattern, isAssetUsed, searchWords } from '../../products/index.ts';

/** One condition on rows of `asset`: SQL with a `?` for each value. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly SqlParameter[];
}

const unused = `not ${isAssetUsed('asset.workspace_id', 'asset.id')}`;

/** The conditions of a filter; all must hold. Null: no asset can meet them. */
export function toConditions(filter: AssetFilter): Condition[] | null {
  const words = filter.q === undefined ? null : searchWords(filter.q);
  if (words?.length === 0) return null;
  return [
    ...(words ?? []).map((word) => ({ sql: 'search like ?', values: [containsPattern(word)] })),
    ...when(filter.tag, (tags) => ({ sql: 'tags && ?::text[]', values: [tags] })),
    ...when(filter.folder, inFolder),
    ...when(filter.type, (type) => ({ sql: 'type = ?', values: [type] })),
    ...(filter.unused === true ? [{ sql: unused, values: [] }] : []),
  ];
}

function inFolder(folder: string): Condition[] | Condition {
  if (folder === rootFolder) return [];
  const below = containsPattern(`${folder}/`).slice(1);
  return { sql: '(folder = ? or folder like ?)', values: [folder, below] };
}

function when<T>(value: T | undefined, toCondition: (value: T) => Condition | Condition[]): Condition[] {
  return value === undefined ? [] : [toCondition(value)].flat();
}
