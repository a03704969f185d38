import { decodeHTML } from 'entities';

/** Elements that end a line. */
const blocks = new Set([
  'p',
  'br',
  'div',
  'li',
  'ul',
  'ol',
  'tr',
  'table',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'section',
]);
/** Elements whose content is not text. */
const hidden = new Set(['script', 'style']);

/** The text of an HTML fragment: without tags, with line breaks at the end of blocks. Reads each character once. */
export function stripHtml(html: string): string {
  let text = '';
  let position = 0;
  for (;;) {
    const open = html.indexOf('<', position);
    if (open === -1) break;
    const tag = tagAt(html, open);
    text += html.slice(position, tag === null ? open + 1 : open);
    position = tag?.end ?? open + 1;
    if (tag === null) continue;
    if (blocks.has(tag.name)) text += '\n';
    if (hidden.has(tag.name) && !tag.closing) position = endOf(html, tag.name, position);
  }
  return tidy(decodeHTML(text + html.slice(position)));
}

interface Tag {
  readonly name: string;
  readonly closing: boolean;
  readonly end: number;
}

/** The tag or comment that begins at a `<`; null if it is only the character, as in `a < b`. */
function tagAt(html: string, open: number): Tag | null {
  if (html.startsWith('<!--', open)) return { name: '!', closing: false, end: after(html, '-->', open + 4) };
  const name = /^<(\/?)([a-z][a-z0-9]*)/i.exec(html.slice(open, open + 20));
  if (name === null) return null;
  return { name: (name[2] ?? '').toLowerCase(), closing: name[1] === '/', end: after(html, '>', open) };
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from);
  return found === -1 ? html.length : found + mark.length;
}

/** The position after the closing tag of a hidden element. */
function endOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(html);
  return found === null ? html.length : after(html, '>', found.index);
}

function tidy(text: string): string {
  const lines = text.split(/\r\n|\r|\n/).map((line) =>
    line
      .replaceAll('\u00a0', ' ')
      .split(/[ \t]+/)
      .join(' ')
      .trim(),
  );
  return lines.filter((line) => line !== '').join('\n');
}
