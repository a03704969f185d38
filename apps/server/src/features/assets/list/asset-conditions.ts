import { type AssetFilter, rootFolder } from '@product-content/contract';
import { expressionBuilder, sql } from 'kysely';
import type { StatementPart, TablesOf } from '../../../storage/index.ts';
import { containsPattern, isAssetUsed, searchWords } from '../../products/index.ts';
import type { AssetEntity } from '../asset.entity.ts';

const is = expressionBuilder<TablesOf<typeof AssetEntity>, 'asset'>();

const unused: StatementPart = {
  shape: 'unused',
  values: [],
  expression: () => sql`not ${sql.raw(isAssetUsed('asset.workspace_id', 'asset.id'))}`,
};

/** The conditions of a filter on rows of `asset`; all must hold. Null: no asset can meet them. */
export function toConditions(filter: AssetFilter): StatementPart[] | null {
  const words = filter.q === undefined ? null : searchWords(filter.q);
  if (words?.length === 0) return null;
  return [
    ...(words ?? []).map(containing),
    ...when(filter.tag, (tags) => ({
      shape: 'tags &&',
      values: [tags],
      expression: (list) => is('tags', '&&', sql<string[]>`${list}::text[]`),
    })),
    ...when(filter.folder === rootFolder ? undefined : filter.folder, inFolder),
    ...when(filter.type, (type) => ({
      shape: 'type =',
      values: [type],
      expression: (value) => is('type', '=', value),
    })),
    ...(filter.unused === true ? [unused] : []),
  ];
}

function containing(word: string): StatementPart {
  return { shape: 'search', values: [containsPattern(word)], expression: (word) => is('search', 'like', word) };
}

function inFolder(folder: string): StatementPart {
  const below = containsPattern(`${folder}/`).slice(1);
  return {
    shape: 'folder',
    values: [folder, below],
    expression: (folder, below) => sql`(folder = ${folder} or folder like ${below})`,
  };
}

/** Assets that follow one in the list, newest first. */
export function following({ createdAt, id }: { readonly createdAt: string; readonly id: string }): StatementPart {
  return {
    shape: 'behind',
    values: [createdAt, id],
    expression: (createdAt, id) => sql`(created_at, id) < (${createdAt}, ${id})`,
  };
}

function when<T>(value: T | undefined, toCondition: (value: T) => StatementPart): StatementPart[] {
  return value === undefined ? [] : [toCondition(value)];
}
