import { type Database, StatementParts } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import { countSelection } from '../list/product-list.statements.ts';
import { containingWords, type Rank, ranksOf, type SearchWord, type TextSearch } from './search-conditions.ts';
import { selectSearchWords } from './search-word.sql.ts';
import { differByOneTypo, isSpelled, spellingsOf } from './spelling.ts';

/** The order by relevance, best first, and its name in cursors. */
export const byRelevance = { name: 'relevance', direction: 'desc' } as const;

/** Searches with at least this many matches are not corrected. */
const enoughMatches = 20;

/** Maximum number of corrections of a word. */
const mostCorrections = 5;

export interface RankedSearch {
  /** One condition per word; matches meet all of them. */
  readonly words: readonly Condition[];
  readonly ranks: readonly Rank[];
}

/** Ranks search results, and tolerates typos. */
export class RelevanceRanking {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The conditions of a search, and its ranks. A search with few matches also finds words that differ by one typo;
   * matches of the typed words stay in front.
   *
   * @param others the conditions of the other filters.
   */
  async rank(workspaceId: string, search: TextSearch, others: readonly Condition[]): Promise<RankedSearch> {
    const exact = containingWords(search);
    const corrected = await this.#correct(workspaceId, search, [...others, ...exact]);
    if (corrected === null) return { words: exact, ranks: ranksOf(search, null) };
    return { words: containingWords(corrected), ranks: ranksOf(corrected, exact) };
  }

  /** The search with likely corrections of its words; null when none are needed or known. */
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

  /** Counts matches, up to the number that is enough. */
  async #count(workspaceId: string, conditions: readonly Condition[]): Promise<number> {
    const where = new StatementParts(conditions);
    const parameters = { workspaceId, limit: enoughMatches, ...where.values };
    const [counted] = await this.#database.run(countSelection(where.shape, where), parameters);
    return counted?.number ?? 0;
  }
}

/** Those of the known words that a word was probably meant to be; typos are rare in the first letter. */
function correctionsOf(text: string, known: readonly string[]): string[] {
  if (!isSpelled(text)) return [];
  const near = known.filter((word) => differByOneTypo(text, word) && !word.includes(text));
  return near.toSorted((a, b) => Number(b[0] === text[0]) - Number(a[0] === text[0])).slice(0, mostCorrections);
}
