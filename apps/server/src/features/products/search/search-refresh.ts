import { type Database, drainBatches, StatementParts, type Transaction } from '../../../storage/index.ts';
import { pendingSearchRefreshes } from '../effects/product-effects.sql.ts';
import { lockBatch } from '../effects/product-effects.statements.ts';
import { batchSize } from '../effects/rewrite-in-batches.ts';
import { parseDocument } from '../state/product-document.ts';
import { searchText } from './search-text.ts';
import { updateSearchTexts } from './search-word.sql.ts';
import { addSearchWords } from './search-words.ts';

const everyProduct = new StatementParts([]);
const beforeAll = '00000000-0000-0000-0000-000000000000';

/**
 * Rebuilds the search texts of existing products after an upgrade that changed their content, one batch per
 * transaction. Products get no new version.
 *
 * @returns the number of batches; it ends when everything is done that no other worker has claimed.
 */
export function refreshSearchTexts(database: Database, signal?: AbortSignal): Promise<number> {
  return drainBatches(database, refreshBatch, signal);
}

async function refreshBatch(tx: Transaction): Promise<boolean> {
  const [work] = await tx.run(pendingSearchRefreshes.claim, {});
  if (work === undefined) return false;
  const { workspaceId, id, afterId } = work;
  const rows = await tx.run(lockBatch(everyProduct.shape, everyProduct), {
    workspaceId,
    after: afterId ?? beforeAll,
    limit: batchSize,
  });
  const documents = rows.map(({ document }) => parseDocument(document));
  await tx.run(updateSearchTexts, { workspaceId, ids: rows.map((row) => row.id), texts: documents.map(searchText) });
  addSearchWords(tx, workspaceId, documents, new Set());
  const last = rows.at(-1);
  if (last === undefined) await tx.run(pendingSearchRefreshes.finish, { workspaceId, id });
  else await tx.run(pendingSearchRefreshes.advance, { workspaceId, id, afterId: last.id });
  return true;
}
