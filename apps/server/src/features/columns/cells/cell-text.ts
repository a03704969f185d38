import { limits } from '@product-content/contract';

/**
 * Text of a list: items joined, the separator and backslashes in them escaped with a backslash. A last item without
 * characters is followed by one more separator, so that it is not lost.
 *
 * @example
 * joinList(['a|b', 'c'], '|'); // 'a\|b|c'
 */
export function joinList(items: readonly string[], separator: string): string {
  const escaped = items.map((item) => item.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`));
  const text = escaped.join(separator);
  return items.at(-1) === '' ? text + separator : text;
}

/** A list has more items than any field of a product. */
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
  const escaped = new RegExp(String.raw`\\(\\|${RegExp.escape(separator)})`, 'g');
  const toItem = (written: string): string => (written.includes('\\') ? written.replace(escaped, '$1') : written);
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

/** Whether the last of the backslashes before a place escapes what stands there: they escape each other in pairs. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}

const emptyMark = '""';
const marked = /^\\*""$/;

/** Text of a text: as it is, but for the empty one, which is told apart from nothing by two quotation marks. */
export function encodeText(text: string): string {
  if (text === '') return emptyMark;
  return marked.test(text) ? `\\${text}` : text;
}

/** The text that {@link encodeText} wrote. */
export function decodeText(text: string): string {
  if (text === emptyMark) return '';
  return marked.test(text) ? text.slice(1) : text;
}
