import type { ProductDocument } from '../state/product-document.ts';
import { foldForSearch, wordsOf } from './search-text.ts';

/** A typo in a shorter word too often gives another word; longer ones are not words. */
const shortest = 4;
const maxLength = 40;

const letters = /^\p{L}+$/u;

/** Whether typos in a word are tolerated: not in numbers, where one digit more or less is another product. */
export function isSpelled(word: string): boolean {
  return word.length >= shortest && word.length <= maxLength && letters.test(word);
}

/** The words of a product's names and brand to which searches are corrected. */
export function spelledWords({ name, brand, translations }: ProductDocument): string[] {
  const texts = [name, brand, ...Object.values(translations).map((translation) => translation.name)];
  return texts.flatMap((text) => (text == null ? [] : wordsOf(foldForSearch(text)).filter(isSpelled)));
}

/** A word, and all forms of it with one letter removed: words that differ by one typo have one of these in common. */
export function spellingsOf(word: string): string[] {
  const all = [...word];
  return [...new Set([word, ...all.map((_, index) => all.toSpliced(index, 1).join(''))])];
}

/**
 * True when two words differ by one typo: a letter added, removed or replaced, or two neighbors swapped.
 *
 * @example
 * differByOneTypo('cannon', 'canon'); // true
 */
export function differByOneTypo(one: string, other: string): boolean {
  if (one === other) return false;
  const [a, b] = [[...one], [...other]];
  const start = a.findIndex((letter, index) => letter !== b[index]);
  const from = start === -1 ? a.length : start;
  const rest = (word: readonly string[], skipped: number) => word.slice(from + skipped).join('');
  if (rest(a, 1) === rest(b, 1) || rest(a, 1) === rest(b, 0) || rest(a, 0) === rest(b, 1)) return true;
  return a[from] === b[from + 1] && a[from + 1] === b[from] && rest(a, 2) === rest(b, 2);
}
