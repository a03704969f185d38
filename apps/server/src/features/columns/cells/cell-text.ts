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

/**
 * The items of a list written by {@link joinList} or by hand. A backslash before anything but the separator or
 * another backslash is an ordinary character; a separator at the very end adds no item.
 */
export function splitList(text: string, separator: string): string[] {
  if (text === '') return [];
  if (!text.includes('\\'))
    return (text.endsWith(separator) ? text.slice(0, -separator.length) : text).split(separator);
  const items: string[] = [];
  let item = '';
  for (let at = 0; at < text.length; ) {
    if (text[at] === '\\' && (text[at + 1] === '\\' || text.startsWith(separator, at + 1))) {
      const escaped = text[at + 1] === '\\' ? '\\' : separator;
      item += escaped;
      at += 1 + escaped.length;
    } else if (text.startsWith(separator, at)) {
      items.push(item);
      item = '';
      at += separator.length;
    } else {
      item += text[at];
      at += 1;
    }
  }
  return item === '' ? items : [...items, item];
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
