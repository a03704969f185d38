import { limits } from '@product-content/contract';
import type { TableFile, TableLayout, TableReader, TableStart } from '../../table.ts';
import { TableFileError } from '../../table-error.ts';
import { countLines, readText } from '../file-text.ts';
import { BrokenItem, ItemColumns, inspectItems, toItemRow } from '../items.ts';
import { JsonShape } from './json-shape.ts';

/** One JSON object per line. A line that is not JSON is a row with a problem. */
export const ndjsonReader: TableReader = {
  inspect: (file, start) => inspectItems(readItems(file, start)),

  async *rows(file, layout) {
    const columns = new ItemColumns(layout.columns);
    let number = 0;
    for await (const item of readItems(file, layout)) yield toItemRow(++number, item, columns);
  },
};

async function* readItems(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<unknown> {
  for await (const lines of readLines(file, layout)) {
    for (const line of lines) if (line.trim() !== '') yield parseLine(line);
  }
}

function parseLine(line: string): unknown {
  const shape = new JsonShape();
  shape.scan(line, 0);
  if (shape.isTooDeep()) return new BrokenItem(`The line nests deeper than ${limits.tableFile.depth} levels.`);
  if (shape.holdsTooMuch()) return new BrokenItem(`The line has more than ${limits.tableFile.values} values.`);
  try {
    return JSON.parse(line);
  } catch (error) {
    return new BrokenItem(`The line is not JSON: ${(error as Error).message}.`);
  }
}

/** The lines that end in each piece of the file, of several empty ones at most one. */
async function* readLines(file: TableFile, layout: TableLayout | TableStart): AsyncGenerator<string[]> {
  let rest = '';
  let lines = 0;
  for await (const text of readText(file, layout)) {
    lines += countLines(text);
    const pieces = text.replace(/\n{2,}/g, '\n').split('\n');
    pieces[0] = rest + pieces[0];
    rest = pieces.pop() as string;
    if (rest.length > limits.tableFile.row) {
      throw new TableFileError(`Line ${lines + 1} has more than ${limits.tableFile.row} characters.`);
    }
    yield pieces;
  }
  yield [rest];
}
