import { limits } from '@product-content/contract';
import type { TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { readText } from '../file-text.ts';
import { BrokenItem, ItemColumns, inspectItems, toItemRow } from '../items.ts';

/** One JSON object a line. A line that is no JSON is a row with a problem. */
export const ndjsonReader: TableReader = {
  inspect: (file, start) => inspectItems(readItems(file, start)),

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(file, layout)) yield toItemRow(++number, item, columns);
  },
};

async function* readItems(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<unknown> {
  for await (const line of readLines(file, layout)) {
    if (line.trim() !== '') yield parseLine(line);
  }
}

function parseLine(line: string): unknown {
  const depth = nesting(line);
  if (depth > limits.tableFile.depth)
    return new BrokenItem(`The line nests deeper than ${limits.tableFile.depth} levels.`);
  try {
    return JSON.parse(line);
  } catch (error) {
    return new BrokenItem(`The line is no JSON: ${(error as Error).message}.`);
  }
}

/** How deep brackets nest outside of quotes. */
function nesting(line: string): number {
  let depth = 0;
  let deepest = 0;
  let quoted = false;
  for (let at = 0; at < line.length; at++) {
    const character = line[at];
    if (quoted) {
      if (character === '\\') at++;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') deepest = Math.max(deepest, ++depth);
    else if (character === '}' || character === ']') depth--;
  }
  return deepest;
}

async function* readLines(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<string> {
  let rest = '';
  let lines = 0;
  for await (const text of readText(file, layout)) {
    const pieces = text.split('\n');
    pieces[0] = rest + pieces[0];
    rest = pieces.pop() as string;
    lines += pieces.length;
    if (rest.length > limits.tableFile.row) {
      throw new TableFileError(`Line ${lines + 1} has more than ${limits.tableFile.row} characters.`);
    }
    yield* pieces;
  }
  yield rest;
}
