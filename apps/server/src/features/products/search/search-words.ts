import type { Transaction } from '../../../storage/index.ts';
import type { ProductDocument } from '../state/product-document.ts';
import { insertSearchWords } from './search-word.sql.ts';
import { spelledWords, spellingsOf } from './spelling.ts';

/** Words that this process need not write again; all are forgotten when there are too many. */
const maxKnownWords = 200_000;

let knownWords = new Map<string, Set<string>>();
let knownCount = 0;

/**
 * Adds the words of products to the vocabulary of their workspace.
 *
 * @param known words to skip; default: those this process has written.
 */
export function addSearchWords(
  tx: Transaction,
  workspaceId: string,
  documents: readonly ProductDocument[],
  known: ReadonlySet<string> | undefined = knownWords.get(workspaceId),
): void {
  const words = new Set(documents.flatMap(spelledWords).filter((word) => !known?.has(word)));
  if (words.size === 0) return;
  // In a fixed order, so that parallel writers of the same words wait for each other instead of deadlocking.
  const rows = [...words].sort().map((word) => ({ word, spellings: spellingsOf(word) }));
  tx.send(insertSearchWords, { workspaceId, rows: JSON.stringify(rows) });
  tx.afterCommit(() => remember(workspaceId, words));
}

function remember(workspaceId: string, words: ReadonlySet<string>): void {
  if (knownCount + words.size > maxKnownWords) {
    knownWords = new Map();
    knownCount = 0;
  }
  const known = knownWords.get(workspaceId) ?? new Set();
  for (const word of words) known.add(word);
  knownWords.set(workspaceId, known);
  knownCount += words.size;
}
