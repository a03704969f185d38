import { readFileSync } from 'node:fs';

/** A fenced block of a Markdown file. */
export interface CodeBlock {
  /** The first word after the fence: `sh`, `ts`. */
  readonly language: string;
  /** The words after the language. */
  readonly words: readonly string[];
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
}

export interface Link {
  /** As written: `../README.md#a-request`. */
  readonly target: string;
  readonly line: number;
}

/** What the tests look at in a Markdown file. */
export interface MarkdownFile {
  readonly lines: number;
  readonly blocks: readonly CodeBlock[];
  readonly links: readonly Link[];
  /** Tables as rows of cells, the header first. */
  readonly tables: readonly string[][][];
  /** The fragments of its headings, as GitHub makes them. */
  readonly anchors: ReadonlySet<string>;
}

const fence = /^(`{3,})\s*(.*)$/;

export function parseMarkdown(text: string): MarkdownFile {
  const lines = text.replace(/\n$/, '').split('\n');
  const blocks: CodeBlock[] = [];
  const links: Link[] = [];
  const tables: string[][][] = [];
  const anchors = new Set<string>();
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as string;
    const opening = fence.exec(line);
    if (opening !== null) {
      const end = lines.indexOf(opening[1] as string, index + 1);
      if (end === -1) throw new Error(`The code block in line ${index + 1} does not end.`);
      const [language = '', ...words] = (opening[2] as string).split(/\s+/);
      blocks.push({ language, words, text: lines.slice(index + 1, end).join('\n'), line: index + 1 });
      index = end;
      continue;
    }
    for (const target of linksIn(line)) links.push({ target, line: index + 1 });
    if (isTableRow(line)) {
      if (!isTableRow(lines[index - 1])) tables.push([]);
      if (!/^[|\s:-]+$/.test(line)) tables.at(-1)?.push(cellsOf(line));
    }
    const heading = /^#{1,6}\s+(.+)$/.exec(line)?.[1];
    if (heading !== undefined) anchors.add(anchorOf(heading, anchors));
  }
  return { lines: lines.length, blocks, links, tables, anchors };
}

export function readMarkdown(path: string): MarkdownFile {
  return parseMarkdown(readFileSync(path, 'utf8'));
}

function isTableRow(line: string | undefined): boolean {
  return line?.startsWith('|') === true && line.endsWith('|');
}

function cellsOf(line: string): string[] {
  return line
    .slice(1, -1)
    .split('|')
    .map((cell) => cell.trim());
}

function linksIn(line: string): string[] {
  const withoutCode = line.replace(/`[^`]*`/g, '');
  return [...withoutCode.matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map((match) => match[1] as string);
}

/** GitHub's rule: lower case, no punctuation, hyphens for spaces, a number for a repeated heading. */
function anchorOf(heading: string, taken: ReadonlySet<string>): string {
  const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').trim();
  const slug = text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
    .replaceAll(' ', '-');
  let anchor = slug;
  for (let count = 1; taken.has(anchor); count += 1) anchor = `${slug}-${count}`;
  return anchor;
}
