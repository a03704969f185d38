import { sqlStatement } from '../../../storage/index.ts';
import { countChange } from '../workspace-change.sql.ts';

/** Inserts new words; existing ones stay unchanged. */
export const insertSearchWords = sqlStatement({
  name: 'search_word.insert',
  parameters: { workspaceId: 'uuid', rows: 'json' },
  row: {},
  text: `
    insert into search_word (workspace_id, word, spellings)
    select $workspaceId, word, spellings from json_to_recordset($rows::json) as r (word text, spellings text[])
    on conflict do nothing`,
});

/** Words with one of these spellings, the shortest first. */
export const selectSearchWords = sqlStatement({
  name: 'search_word.select',
  parameters: { workspaceId: 'uuid', spellings: 'text[]' },
  row: { word: 'text' },
  prepared: false,
  text: `
    select word from search_word
    where workspace_id = $workspaceId and spellings && $spellings::text[] order by length(word), word limit 200`,
});

export const updateSearchTexts = sqlStatement({
  name: 'product.update-search',
  parameters: { workspaceId: 'uuid', ids: 'uuid[]', texts: 'text[]' },
  row: {},
  prepared: false,
  // A search may find more afterwards, so totals are counted again.
  text: `
    with updated as (
      update product p set search = u.search from unnest($ids::uuid[], $texts::text[]) as u (id, search)
      where p.workspace_id = $workspaceId and p.id = u.id and p.search <> u.search
    ) ${countChange('products', '0')}`,
});
