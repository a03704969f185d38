import { type Expression, expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { TablesOf } from '../../../storage/index.ts';
import type { Condition } from '../list/conditions.ts';
import type { ProductEntity } from '../product.entity.ts';
import { foldText } from '../state/fold-text.ts';
import { foldForSearch, joinWords, part, wordsOf } from './search-text.ts';

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

/** A word occurs as it is, or without its separators. */
function containing(word: string, locale: string | undefined): Condition {
  const joined = joinWords(word);
  if (joined.length < shortestJoined) return occurring(word, null, locale);
  if (joined === word) return occurring(word, joined, locale);
  return anyOf([occurring(word, null, locale), occurring(joined, joined, locale)]);
}

/**
 * A text occurs in SKU, name, GTIN, MPN or brand, or in the name of a language.
 *
 * @param joined when it is not null, it may also begin at a word of the SKU, name or MPN when their separators are left out.
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
      // Wherever it is found, the text contains it, so one scan of the index is enough. PostgreSQL cannot know how often
      // the rest holds: of a CASE it assumes half, of the bare condition hardly ever.
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

/** Matches that come before others of a search: see {@link ranksOf}. */
export type Rank = readonly Condition[];

/** The first ranks are about codes. */
export const codeRanks = 2;

/**
 * What of a search comes first. Each rank is met by the products that meet all its conditions; the last one by all that
 * match.
 *
 * @param exact the conditions of the search without corrections, when it has some.
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

/** So much of a code is in its index. */
const codeLength = 200;

/** The codes of a search text, as their indexes have them. */
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

/** The name is this, separators aside. */
function isName(joined: string, locale: string | undefined): Condition {
  const own = matching(`%${part.whole}${joined}${part.wholeEnd}%`);
  if (locale === undefined) return own;
  return anyOf([
    own,
    matchingRegex(`${localName(locale)}[^${part.locale}]*${part.localWhole}${joined}${part.localEnd}`),
  ]);
}

/** The name begins with these words: with their letters, which the index finds, at the end of a word. */
function beginsName(words: readonly string[], locale: string | undefined): Condition[] {
  const own = [matching(`%${part.whole}${words.join('')}%`), matching(`%${part.words} ${words.join(' ')} %`)];
  if (locale === undefined) return own;
  const local = `${localName(locale)}[^${part.localWords}]*${part.localWords} ${words.join(' ')} `;
  return [anyOf([allOf(own), matchingRegex(local)])];
}

/** Names that are looked for, of all that corrected words can make. */
const mostNames = 12;

/** The name is the search with some of its words corrected. */
function isCorrectedName(words: readonly SearchWord[], locale: string | undefined): Condition {
  let names = [''];
  for (const { text, corrections = [] } of words) {
    const either = [...corrections, text].map(joinWords);
    names = names.flatMap((name) => either.map((word) => name + word)).slice(0, mostNames);
  }
  return anyOf(names.map((name) => isName(name, locale)));
}

/** Each word is a whole word of the name or the brand. */
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
