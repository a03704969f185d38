import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TablesOf } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import type { ProductEntity } from '../product.entity.ts';
import { foldText } from '../state/fold-text.ts';
import { foldForSearch, joinWords, part, wordsOf } from './search-text.ts';

/** A word of `q`, with its alternatives. */
export interface SearchWord {
  readonly text: string;
  /** Words of the workspace that differ from it by one typo. */
  readonly corrections?: readonly string[];
}

/** A text search. */
export interface TextSearch {
  /** The text as typed. */
  readonly text: string;
  readonly words: readonly SearchWord[];
  /** A language whose names are searched too. */
  readonly locale: string | undefined;
}

/** Shorter words are not matched across separators: too many pairs of words would contain them. */
const shortestJoined = 3;

const is = expressionBuilder<TablesOf<typeof ProductEntity>, 'product'>();
const like = (pattern: RawBuilder<never>): Expression<SqlBool> => is('search', 'like', pattern);
const matches = (pattern: RawBuilder<never>): Expression<SqlBool> => is('search', '~', pattern);
const nameAndCodes = sql<string>`split_part(search, ${sql.lit(part.words)}, 1)`;

/**
 * The words of a search text, folded like the `search` column. A word contained in another one is left out: the longer
 * one implies it.
 *
 * @example
 * searchWords('Café  mug mugs'); // ['cafe', 'mugs']
 */
export function searchWords(text: string): string[] {
  const words = [...new Set(foldText(text).split(' '))].filter((word) => word !== '');
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** The LIKE pattern that finds a text anywhere; `%`, `_` and the backslash are escaped. */
export function containsPattern(text: string): string {
  return `%${escapeLike(text)}%`;
}

const escapeLike = (text: string) => text.replace(/[\\%_]/g, '\\$&');

/** A text search; null when its text has no words, so that no product matches. */
export function toTextSearch(text: string, locale?: string): TextSearch | null {
  const words = searchWords(foldForSearch(text));
  return words.length === 0 ? null : { text, words: words.map((word) => ({ text: word })), locale };
}

/** The conditions that all words of a search, or corrections of them, occur. */
export function containingWords({ words, locale }: TextSearch): Condition[] {
  return words.map(({ text, corrections = [] }) =>
    anyOf([text, ...corrections].map((word) => containing(word, locale))),
  );
}

/** Matches a word as it is, or without its separators. */
function containing(word: string, locale: string | undefined): Condition {
  const joined = joinWords(word);
  if (joined.length < shortestJoined) return occurring(word, null, locale);
  if (joined === word) return occurring(word, joined, locale);
  return anyOf([occurring(word, null, locale), occurring(joined, joined, locale)]);
}

/**
 * Matches a text in the SKU, name, GTIN, MPN or brand, or in a translated name.
 *
 * @param joined if not null, this text also matches at the start of a word of the SKU, name or MPN without separators.
 */
function occurring(text: string, joined: string | null, locale: string | undefined): Condition {
  const local = locale === undefined ? [] : [localPattern(locale, text, joined)];
  return {
    shape: `search has${joined === null ? '' : ' joined'}${locale === undefined ? '' : ' local'}`,
    values: [containsPattern(text), ...(joined === null ? [] : [`%${part.joined}${joined}%`]), ...local],
    expression(...placeholders) {
      const [pattern, ...others] = placeholders as [RawBuilder<never>, ...RawBuilder<never>[]];
      const across = joined === null ? [] : others.slice(0, 1).map(like);
      const inLocale = locale === undefined ? [] : others.slice(-1).map(matches);
      const elsewhere = [...across, ...inLocale].map((other) => sql` when ${other} then true`);
      const within = is(nameAndCodes, 'like', pattern);
      // In every case the column contains the text, so one index scan is enough. PostgreSQL cannot estimate the other
      // conditions: for a CASE it assumes half of the rows, for the bare condition almost none.
      return is.and([
        like(pattern),
        sql<SqlBool>`case when ${within} then true${sql.join(elsewhere, sql``)} else false end`,
      ]);
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

/** Matches that precede others of a search: see {@link ranksOf}. */
export type Rank = readonly Condition[];

/** The first ranks concern codes. */
export const codeRanks = 2;

/**
 * The order of a search's matches. A product belongs to the first rank whose conditions it meets; all matches meet
 * those of the last.
 *
 * @param exact the conditions of the search without corrections, if it has some.
 */
export function ranksOf(search: TextSearch, exact: readonly Condition[] | null): Rank[] {
  const { words, locale } = search;
  const name = wordsOf(foldForSearch(search.text));
  const code = name.join('');
  const codes = code === '' ? [[noProduct], [noProduct]] : [[isCode(code)], [beginsSku(code)]];
  const names = code === '' ? [] : [[isName(code, locale)], beginsName(name, locale)];
  const typed = wholeWords(
    words.map(({ text }) => ({ text })),
    locale,
  );
  const corrected = exact === null ? [] : [exact, [isCorrectedName(words, locale)], wholeWords(words, locale)];
  return [...codes, ...names, typed, ...corrected, []];
}

const noProduct: Condition = { shape: 'none', values: [], expression: () => sql`false` };

/** Characters of a code that its index covers. */
const codeLength = 200;

/** The codes of a search text, in the form of their indexes. */
const codeBehind = (mark: string) =>
  sql`(left(split_part(split_part(search, ${sql.lit(mark)}, 2), ${sql.lit(part.codeEnd)}, 1), ${sql.lit(codeLength)}) collate "C")`;

const isCode = (code: string): Condition =>
  anyOf([
    {
      shape: 'sku code =',
      values: [code.slice(0, codeLength)],
      expression: (value) => sql`${codeBehind(part.sku)} = ${value}`,
    },
    {
      shape: 'gtin =',
      values: [code],
      expression: (value) => is.and([is('gtin', 'is not', null), is('gtin', '=', value)]),
    },
    {
      shape: 'mpn code =',
      values: [code.slice(0, codeLength)],
      expression: (value) => sql`(mpn is not null and ${codeBehind(part.code)} = ${value})`,
    },
  ]);

const beginsSku = (code: string): Condition => ({
  shape: 'sku code like',
  values: [`${code.slice(0, codeLength)}%`],
  expression: (pattern) => sql`${codeBehind(part.sku)} like ${pattern}`,
});

/** The name equals this, apart from separators. */
function isName(joined: string, locale: string | undefined): Condition {
  const own = matching(`%${part.whole}${joined}${part.wholeEnd}%`);
  if (locale === undefined) return own;
  return anyOf([
    own,
    matchingRegex(`${localName(locale)}[^${part.locale}]*${part.localWhole}${joined}${part.localEnd}`),
  ]);
}

/** The name begins with these words: first by their letters, which the index finds, then up to the end of a word. */
function beginsName(words: readonly string[], locale: string | undefined): Condition[] {
  const own = [matching(`%${part.whole}${words.join('')}%`), matching(`%${part.words} ${words.join(' ')} %`)];
  if (locale === undefined) return own;
  const local = `${localName(locale)}[^${part.localWords}]*${part.localWords} ${words.join(' ')} `;
  return [anyOf([allOf(own), matchingRegex(local)])];
}

/** Maximum number of names to try, of all combinations of corrected words. */
const maxNames = 12;

/** The name equals the search with some of its words corrected. */
function isCorrectedName(words: readonly SearchWord[], locale: string | undefined): Condition {
  let names = [''];
  for (const { text, corrections = [] } of words) {
    const either = [...corrections, text].map(joinWords);
    names = names.flatMap((name) => either.map((word) => name + word)).slice(0, maxNames);
  }
  return anyOf(names.map((name) => isName(name, locale)));
}

/** Each word is a complete word of the name or the brand. */
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

const anyOf = (conditions: readonly Condition[]) => combined('any', conditions);
const allOf = (conditions: readonly Condition[]) => combined('all', conditions);

function combined(how: 'any' | 'all', conditions: readonly Condition[]): Condition {
  const [only] = conditions;
  if (only !== undefined && conditions.length === 1) return only;
  return {
    shape: `${how} (${conditions.map(({ shape }) => shape).join(' | ')})`,
    values: conditions.flatMap(({ values }) => values),
    expression(...placeholders) {
      const left = [...placeholders];
      const all = conditions.map(({ values, expression }) => expression(...left.splice(0, values.length)));
      return how === 'any' ? is.or(all) : is.and(all);
    },
  };
}
