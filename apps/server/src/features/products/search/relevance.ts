import { type Database, StatementParts } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import { countSelection } from '../list/product-list.statements.ts';
import { containingWords, type Rank, ranksOf, type SearchWord, type TextSearch } from './search-conditions.ts';
import { wordsOf } from './search-text.ts';
import { selectSearchWords } from './search-word.sql.ts';
import { differByOneTypo, isSpelled, spellingsOf } from './spelling.ts';

/** The order by relevance, best first, and its name in cursors. */
export const byRelevance = { name: 'relevance', direction: 'desc' } as const;

/** Searches with at least this many matches are not corrected. */
const enoughMatches = 20;

/** Maximum number of corrections of a word. */
const maxCorrections = 5;

export interface RankedSearch {
  /** One condition per word; matches meet all of them. */
  readonly words: readonly Condition[];
  readonly ranks: readonly Rank[];
  /** Whether a word is too short for the index of parts of words: the others alone find the products that may match. */
  readonly hasShortWord: boolean;
}

/** The conditions of a search as it was typed, and its ranks. */
export function rankExact(search: TextSearch): RankedSearch {
  return { words: containingWords(search), ranks: ranksOf(search, null), hasShortWord: hasShortWord(search) };
}

/** The index has groups of three letters. */
function hasShortWord({ words }: TextSearch): boolean {
  return words.some(({ text }) => wordsOf(text).every(({ length }) => length < 3));
}

/** Tolerates typos in searches that match few products. */
export class TypoCorrection {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Whether a search matches so few products that it is corrected. */
  isNeeded(total: number): boolean {
    return total < enoughMatches;
  }

  /** Counts matches, up to the number that is enough. */
  async count(workspaceId: string, conditions: readonly Condition[]): Promise<number> {
    const where = new StatementParts(conditions);
    const parameters = { workspaceId, limit: enoughMatches, ...where.values };
    const [counted] = await this.#database.run(countSelection(where.shape, where), parameters);
    return counted?.number ?? 0;
  }

  /**
   * The conditions of a search that also finds words that differ by one typo from its own, and its ranks; matches of the
   * typed words stay in front. Null if no corrections are needed or known.
   */
  async rank(workspaceId: string, search: TextSearch): Promise<RankedSearch | null> {
    const spelled = search.words.map(({ text }) => text).filter(isSpelled);
    if (spelled.length === 0) return null;
    const spellings = [...new Set(spelled.flatMap(spellingsOf))];
    const rows = await this.#database.run(selectSearchWords, { workspaceId, spellings });
    const known = rows.map(({ word }) => word);
    const words = search.words.map(({ text }): SearchWord => ({ text, corrections: correctionsOf(text, known) }));
    if (words.every(({ corrections = [] }) => corrections.length === 0)) return null;
    const corrected = { ...search, words };
    const ranks = ranksOf(corrected, containingWords(search));
    return { words: containingWords(corrected), ranks, hasShortWord: hasShortWord(search) };
  }
}

/** Those of the known words that a word was probably meant to be; typos are rare in the first letter. */
function correctionsOf(text: string, known: readonly string[]): string[] {
  if (!isSpelled(text)) return [];
  const near = known.filter((word) => differByOneTypo(text, word) && !word.includes(text));
  return near.toSorted((a, b) => Number(b[0] === text[0]) - Number(a[0] === text[0])).slice(0, maxCorrections);
}
