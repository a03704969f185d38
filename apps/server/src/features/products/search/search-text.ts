import { productFieldsWith } from '@product-content/contract';
import { foldText } from '../state/fold-text.ts';
import type { ProductDocument } from '../state/product-document.ts';

/**
 * The parts of the `search` column. It begins with the folded SKU and searched fields, separated by spaces; what
 * follows lets one trigram index find whole words, codes, joined words and translated names. A part begins with its
 * mark, and no text has a control character, so that one LIKE pattern says in which part it has to match. Some marks
 * have a letter as well, each its own: trigrams of it and what follows keep the index from reading every product with
 * that word.
 */
export const part = {
  /** The words of the name, then of the brand, each between two spaces. */
  words: '\u0001',
  /** Ends the words. */
  end: '\u0002',
  /** The name without separators. */
  whole: '\u0010q',
  /** The SKU without separators. */
  sku: '\u0003j',
  /** The GTIN, or the MPN without separators. */
  code: '\u0004x',
  /** Ends the whole name and each code. */
  codeEnd: 'q\u0002',
  /** Neighboring words joined: `eos600d` of `EOS 600D`. */
  joined: '\u0005',
  /** A locale; its name follows. */
  locale: '\u0006',
  localName: '\u0007',
  localWords: '\u0008',
  localEnd: '\u000e',
  localJoined: '\u000f',
  localWhole: '\u0011',
} as const;

const separators = /[^\p{L}\p{N}]+/gu;
const controls = /\p{Cc}+/gu;

/** Words of a name that are joined to one, and from how many of them a joined text begins. */
const joinedWords = 4;
const joinedStarts = 20;

const searchedFields = productFieldsWith('searched');

/** Folds text for searching, as {@link foldText}, and removes what could be taken for a mark. */
export function foldForSearch(text: string): string {
  return foldText(text.replace(controls, ' '));
}

/** Folded text without anything between its letters and digits: `eos600d` of `EOS-600D`. */
export function joinWords(folded: string): string {
  return folded.replace(separators, '');
}

/** The words of folded text: what separators leave. */
export function wordsOf(folded: string): string[] {
  return folded.split(separators).filter((word) => word !== '');
}

/** What `q` looks in, and ranks by: a function of the document. */
export function searchText(document: ProductDocument): string {
  const { sku, gtin, mpn, name, brand, translations } = document;
  const texts = [sku, ...searchedFields.map((field) => document[field])].filter((text) => text !== null);
  const words = wordsOf(foldForSearch(name ?? ''));
  const foldedMpn = foldForSearch(mpn ?? '');
  const codes = [gtin ?? '', joinWords(foldedMpn)].filter((code) => code !== '');
  const joined = new Set([
    ...suffixes(wordsOf(foldForSearch(sku))),
    ...neighbors(words),
    ...suffixes(wordsOf(foldedMpn)),
  ]);
  const locals = Object.entries(translations).map(([locale, { name }]) => localText(locale, name ?? null));
  return [
    foldForSearch(texts.join(' ')),
    `${part.words} ${[...words, ...wordsOf(foldForSearch(brand ?? ''))].join(' ')} ${part.end}`,
    `${part.whole}${words.join('')}${part.codeEnd}`,
    `${part.sku}${joinWords(foldForSearch(sku))}${part.codeEnd}`,
    ...codes.map((code) => `${part.code}${code}${part.codeEnd}`),
    ...[...joined].map((text) => `${part.joined}${text}`),
    ...locals,
  ].join('');
}

function localText(locale: string, name: string | null): string {
  if (name === null) return '';
  const folded = foldForSearch(name);
  const words = wordsOf(folded);
  const joined = [...new Set(neighbors(words))].map((text) => `${part.localJoined}${text}`);
  return [
    `${part.locale}${locale}${part.localName}${folded}`,
    `${part.localWords} ${words.join(' ')} ${part.localEnd}`,
    `${part.localWhole}${words.join('')}${part.localEnd}`,
    ...joined,
  ].join('');
}

function neighbors(words: readonly string[]): string[] {
  return words
    .slice(0, -1)
    .slice(0, joinedStarts)
    .map((_, start) => words.slice(start, start + joinedWords).join(''));
}

/** All ends of a code that has separators, so that it is found from the start of each of its words. */
function suffixes(words: readonly string[]): string[] {
  return words
    .slice(0, -1)
    .slice(0, joinedStarts)
    .map((_, start) => words.slice(start).join(''));
}
