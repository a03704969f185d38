import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TablesOf } from '../../../storage/index.ts';
import type { ProductEntity } from '../product.entity.ts';
import { foldText } from '../state/fold-text.ts';
import { foldForSearch, joinWords, part, wordsOf } from '../state/search-text.ts';
import type { Condition } from './conditions.ts';

/** A word of `q`, and what else may stand for it. */
export interface SearchWord {
  readonly text: string;
  /** Words of the workspace that differ from it by one typo. */
  readonly corrections?: readonly string[];
}

/** What a text search looks for. */
export interface TextSearch {
  /** As it was typed. */
  readonly text: string;
  readonly words: readonly SearchWord[];
  /** A language whose names are looked at, too. */
  readonly locale: string | undefined;
}

/** Shorter words are not found across separators: too many pairs of words would contain them. */
const shortestJoined = 3;

const is = expressionBuilder<TablesOf<typeof ProductEntity>, 'product'>();
const like = (pattern: RawBuilder<never>): Expression<SqlBool> => is('search', 'like', pattern);
const matches = (pattern: RawBuilder<never>): Expression<SqlBool> => is('search', '~', pattern);
const nameAndCodes = sql<string>`split_part(search, ${sql.lit(part.words)}, 1)`;

/**
 * The words a search text asks for, folded like the `search` column. A word within another one is left out: the
 * longer one implies it.
 *
 * @example
 * searchWords('Café  mug mugs'); // ['cafe', 'mugs']
 */
export function searchWords(text: string): string[] {
  const words = [...new Set(foldText(text).split(' '))].filter((word) => word !== '');
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** The LIKE pattern of a text anywhere in another one; `%`, `_` and the backslash stand for themselves. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A text search; null when its text has no words, so that no product matches. */
export function toTextSearch(text: string, locale?: string): TextSearch | null {
  const words = searchWords(foldForSearch(text));
  return words.length === 0 ? null : { text, words: words.map((word) => ({ text: word })), locale };
}

/** The conditions that all words of a search occur, or a correction of them. */
export function containingWords({ words, locale }: TextSearch): Condition[] {
  return words.map(({ text, corrections = [] }) =>
    anyOf([text, ...corrections].map((word) => containing(word, locale))),
  );
}

/**
 * A word occurs in SKU, name, GTIN, MPN or brand, or begins at a word of the SKU, name or MPN when separators are left
 * out; or in the name of a language.
 */
function containing(word: string, locale: string | undefined): Condition {
  const joined = joinWords(word);
  const joins = joined.length >= shortestJoined;
  const anywhere = [containsPattern(word), ...(joins ? [containsPattern(part.joined + joined)] : [])];
  const local = locale === undefined ? [] : [localPattern(locale, word, joins ? joined : null)];
  return {
    shape: `search ${joined === word ? 'word' : 'separated'} ${joins ? 'joined' : 'short'}${locale === undefined ? '' : ' local'}`,
    values: [...anywhere, ...local],
    expression(pattern, ...others) {
      const [second, third] = others;
      const across = joins ? second : undefined;
      const inLocale = joins ? third : second;
      const within = is(nameAndCodes, 'like', pattern as RawBuilder<never>);
      const elsewhere = [
        ...(across ? [like(across)] : []),
        ...(locale !== undefined && inLocale ? [matches(inLocale)] : []),
      ];
      const here = like(pattern as RawBuilder<never>);
      // Whatever a word without separators is found in contains it: one scan of the index is enough.
      if (joined === word) return is.and([here, is.or([within, ...elsewhere])]);
      return is.or([is.and([here, within]), ...elsewhere]);
    },
  };
}

function localPattern(locale: string, word: string, joined: string | null): string {
  const name = `[^${part.localWords}]*${escapeRegex(word)}`;
  const across = joined === null ? [] : [`[^${part.locale}]*${part.localJoined}${joined}`];
  return `${localName(locale)}(?:${[name, ...across].join('|')})`;
}

const localName = (locale: string) => `${part.locale}${escapeRegex(locale)}${part.localName}`;
const escapeRegex = (text: string) => text.replace(/[^\p{L}\p{N}\s]/gu, '\\$&');

/** Matches that come before others of a search: see {@link ranksOf}. */
export type Rank = readonly Condition[];

/**
 * What of a search comes first. Each rank is met by the products that meet all its conditions; the last one by all that
 * match.
 *
 * @param exact the conditions of the search without corrections, when it has some.
 */
export function ranksOf(search: TextSearch, exact: readonly Condition[] | null): Rank[] {
  const code = joinWords(foldForSearch(search.text));
  const name = wordsOf(foldForSearch(search.text));
  const codes = code === '' ? [] : [[isCode(code)], [matching(`%${part.sku}${code}%`)]];
  const names = name.length === 0 ? [] : [[named(name, search.locale, 'whole')], [named(name, search.locale, 'start')]];
  const typed = search.words.map(({ text }) => ({ text }));
  const corrected = exact === null ? [] : [exact, wholeWords(search.words, search.locale)];
  return [...codes, ...names, wholeWords(typed, search.locale), ...corrected, []];
}

const isCode = (code: string): Condition =>
  anyOf([part.sku, part.code].map((mark) => matching(`%${mark}${code}${part.end}%`)));

/** The name is these words, one after the other, or starts with them. */
function named(words: readonly string[], locale: string | undefined, extent: 'whole' | 'start'): Condition {
  const text = ` ${words.join(' ')} `;
  const [end, localEnd] = extent === 'whole' ? [part.end, part.localEnd] : ['', ''];
  const own = matching(`%${part.words}${text}${end}%`);
  if (locale === undefined) return own;
  return anyOf([own, matchingRegex(`${localName(locale)}[^${part.localWords}]*${part.localWords}${text}${localEnd}`)]);
}

/** Each word is a whole word of the name. */
function wholeWords(words: readonly SearchWord[], locale: string | undefined): Condition[] {
  return words.flatMap(({ text, corrections = [] }) =>
    [text, ...corrections].length === 1
      ? wordsOf(text).map((word) => wholeWord(word, locale))
      : [anyOf([text, ...corrections].map((word) => wholeWord(word, locale)))],
  );
}

function wholeWord(word: string, locale: string | undefined): Condition {
  const own = matching(`%${part.words}% ${word} %${part.end}%`);
  if (locale === undefined) return own;
  return anyOf([
    own,
    matchingRegex(`${localName(locale)}[^${part.localEnd}]*${part.localWords}[^${part.localEnd}]* ${word} `),
  ]);
}

const matching = (pattern: string): Condition => ({ shape: 'search like', values: [pattern], expression: like });
const matchingRegex = (pattern: string): Condition => ({ shape: 'search ~', values: [pattern], expression: matches });

function anyOf(conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  return {
    shape: `any (${conditions.map(({ shape }) => shape).join(' | ')})`,
    values: conditions.flatMap(({ values }) => values),
    expression(...placeholders) {
      const left = [...placeholders];
      return is.or(conditions.map(({ values, expression }) => expression(...left.splice(0, values.length))));
    },
  };
}
