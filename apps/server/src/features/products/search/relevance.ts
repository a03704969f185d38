import { type Database, StatementParts } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import { countSelection } from '../list/product-list.statements.ts';
import { containingWords, type Rank, ranksOf, type SearchWord, type TextSearch } from './search-conditions.ts';
import { selectSearchWords } from './search-word.sql.ts';
import { differByOneTypo, isSpelled, spellingsOf } from './spelling.ts';

/** How well a product matches, the best first, as cursors name it. */
export const byRelevance = { name: 'relevance', direction: 'desc' } as const;

/** Searches with at least so many matches are not corrected. */
const enoughMatches = 20;

/** Corrections of a word that are searched for. */
const mostCorrections = 5;

export interface RankedSearch {
  /** Met by what matches, each by a word. */
  readonly words: readonly Condition[];
  readonly ranks: readonly Rank[];
}

/** Ranks what searches find, and forgives their typos. */
export class RelevanceRanking {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * What matches a search, and in which ranks. A search that few products match also finds words that differ by one
   * typo; what matches as it was typed stays in front.
   *
   * @param others the conditions of the other filters.
   */
  async rank(workspaceId: string, search: TextSearch, others: readonly Condition[]): Promise<RankedSearch> {
    const exact = containingWords(search);
    const corrected = await this.#correct(workspaceId, search, [...others, ...exact]);
    if (corrected === null) return { words: exact, ranks: ranksOf(search, null) };
    return { words: containingWords(corrected), ranks: ranksOf(corrected, exact) };
  }

  /** A search with the words that its words may have been meant to be; null when it needs none, or there are none. */
  async #correct(
    workspaceId: string,
    search: TextSearch,
    conditions: readonly Condition[],
  ): Promise<TextSearch | null> {
    const spelled = search.words.map(({ text }) => text).filter(isSpelled);
    if (spelled.length === 0 || (await this.#count(workspaceId, conditions)) >= enoughMatches) return null;
    const spellings = [...new Set(spelled.flatMap(spellingsOf))];
    const rows = await this.#database.run(selectSearchWords, { workspaceId, spellings });
    const known = rows.map(({ word }) => word);
    const words = search.words.map(({ text }): SearchWord => ({ text, corrections: correctionsOf(text, known) }));
    return words.some(({ corrections = [] }) => corrections.length > 0) ? { ...search, words } : null;
  }

  /** Counts what meets conditions, up to what is enough. */
  async #count(workspaceId: string, conditions: readonly Condition[]): Promise<number> {
    const where = new StatementParts(conditions);
    const parameters = { workspaceId, limit: enoughMatches, ...where.values };
    const [counted] = await this.#database.run(countSelection(where.shape, where), parameters);
    return counted?.number ?? 0;
  }
}

/** Of the words that are known, those a word may have been meant to be; typos are seldom in the first letter. */
function correctionsOf(text: string, known: readonly string[]): string[] {
  if (!isSpelled(text)) return [];
  const near = known.filter((word) => differByOneTypo(text, word) && !word.includes(text));
  return near.toSorted((a, b) => Number(b[0] === text[0]) - Number(a[0] === text[0])).slice(0, mostCorrections);
}
