import { limits } from '@product-content/contract';

/**
 * The text of a list: joined items, with a backslash before separators and backslashes in them. An empty last item is
 * followed by one more separator, so that it is not lost.
 *
 * @example
 * joinList(['a|b', 'c'], '|'); // 'a\|b|c'
 */
export function joinList(items: readonly string[], separator: string): string {
  const escaped = items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`));
  const text = escaped.join(separator);
  return items.at(-1) === '' ? text + separator : text;
}

/** A list has more items than any field of a product allows. */
export class ListTooLong extends Error {
  constructor() {
    super(`The list has more than ${limits.cellItems} items.`);
  }
}

/** @throws {ListTooLong} */
export function assertListLength(count: number): void {
  if (count > limits.cellItems) throw new ListTooLong();
}

/**
 * The items of a list written by {@link joinList} or by hand. A backslash before anything but the separator or
 * another backslash is an ordinary character; a separator at the very end adds no item.
 *
 * @throws {ListTooLong}
 */
export function splitList(text: string, separator: string): string[] {
  const toItem = (written: string): string => {
    if (!written.includes('\\')) return written;
    return written.replace(new RegExp(String.raw`\\(\\|${RegExp.escape(separator)})`, 'g'), '$1');
  };
  const items: string[] = [];
  let from = 0;
  for (let at = text.indexOf(separator); at >= 0; at = text.indexOf(separator, at + separator.length)) {
    if (isEscaped(text, from, at)) continue;
    items.push(toItem(text.slice(from, at)));
    assertListLength(items.length);
    from = at + separator.length;
  }
  return from === text.length ? items : [...items, toItem(text.slice(from))];
}

/** Whether the character at a position is escaped by the backslashes before it, which escape each other in pairs. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

const emptyMark = '""';
const marked = /^\\*""$/;

/** The text of a cell: unchanged, except that empty text becomes two quotation marks, to differ from an empty cell. */
export function encodeText(text: string): string {
  if (text === '') return emptyMark;
  return marked.test(text) ? `\\${text}` : text;
}

/** Reverses {@link encodeText}. */
export function decodeText(text: string): string {
  if (text === emptyMark) return '';
  return marked.test(text) ? text.slice(1) : text;
}
