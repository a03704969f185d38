import { foldText } from '../../state/fold-text.ts';

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
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}
