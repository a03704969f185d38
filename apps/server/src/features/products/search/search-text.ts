import { productFieldsWith } from '@product-content/contract';
import { foldText, printable } from '../state/fold-text.ts';
import type { ProductDocument } from '../state/product-document.ts';

/**
 * The parts of the `search` column. It begins with the folded SKU and searched fields, separated by spaces; the parts
 * after that let one trigram index find whole words, codes, joined words and translated names. Each part begins with a
 * control character as its mark, which no text contains, so one LIKE pattern says in which part it has to match. The
 * mark of the whole name also has a letter: trigrams of it and the following text keep the index from reading every
 * product with that word. The SKU and the first code have separate indexes.
 */
export const part = {
  /** The words of the name, then of the brand, each between two spaces. */
  words: '\u0001',
  /** Ends the words. */
  end: '\u0002',
  /** The name without separators. */
  whole: '\u0010q',
  wholeEnd: 'q\u0002',
  /** The SKU without separators. */
  sku: '\u0003',
  /** The MPN without separators, then the GTIN. */
  code: '\u0004',
  /** Ends each code. */
  codeEnd: '\u0002',
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

const anyWord = /[\p{L}\p{N}]+/gu;
const controls = /\p{Cc}+/gu;

/** The same in printable ASCII, found several times faster. */
const printableWord = /[a-z0-9]+/g;

/** How many words of a name are joined. */
const joinedWords = 4;
const joinedStarts = 20;

const searchedFields = productFieldsWith('searched');

/** Folds text for searching, like {@link foldText}, and removes characters that could be taken for a mark. */
export function foldForSearch(text: string): string {
  return foldText(printable.test(text) ? text : text.replace(controls, ' '));
}

/** Folded text with only its letters and digits: `eos600d` for `EOS-600D`. */
export function joinWords(folded: string): string {
  return wordsOf(folded).join('');
}

/** The words of folded text: letters and digits in a row. */
export function wordsOf(folded: string): readonly string[] {
  return folded.match(printable.test(folded) ? printableWord : anyWord) ?? [];
}

/** The text that `q` searches and ranks: a function of the document. */
export function searchText(document: ProductDocument): string {
  const { gtin, translations } = document;
  const { sku, ...searched } = foldFields(document);
  const texts = [sku, ...Object.values(searched)].filter((text) => text !== '');
  const skuWords = wordsOf(sku);
  const mpnWords = wordsOf(searched.mpn);
  const words = wordsOf(searched.name);
  const codes = [mpnWords.join(''), gtin ?? ''].filter((code) => code !== '');
  const joined = new Set([...suffixes(skuWords), ...neighbors(words), ...suffixes(mpnWords)]);
  const parts = [
    texts.join(' '),
    `${part.words} ${[...words, ...wordsOf(searched.brand)].join(' ')} ${part.end}`,
    `${part.whole}${words.join('')}${part.wholeEnd}`,
    `${part.sku}${skuWords.join('')}${part.codeEnd}`,
  ];
  for (const code of codes) parts.push(`${part.code}${code}${part.codeEnd}`);
  for (const text of joined) parts.push(part.joined, text);
  for (const locale of Object.keys(translations)) parts.push(localText(locale, translations[locale]?.name ?? null));
  return parts.join('');
}

/** The SKU and the searched fields, folded; empty for one without a value. */
function foldFields(document: ProductDocument) {
  const folded = { sku: foldForSearch(document.sku) } as Record<'sku' | (typeof searchedFields)[number], string>;
  for (const field of searchedFields) folded[field] = foldForSearch(document[field] ?? '');
  return folded;
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

/** All suffixes of a code with separators, so that it is found from the start of each of its words. */
function suffixes(words: readonly string[]): string[] {
  return words
    .slice(0, -1)
    .slice(0, joinedStarts)
    .map((_, start) => words.slice(start).join(''));
}
