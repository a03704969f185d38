import { CsvError, parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TableFileError } from '../../table-error.ts';
import { CsvScanner } from './csv-scanner.ts';

/** The cells of each non-empty record, or `unclosed` when a quote has no end. */
type Outcome = string[][] | 'unclosed';

function scan(pieces: readonly string[], delimiter: string): Outcome {
  const scanner = new CsvScanner(delimiter);
  try {
    const records = [...pieces.flatMap((piece) => scanner.feed(piece)), ...scanner.end()];
    return records.map(({ cells }) => cells);
  } catch (error) {
    if (error instanceof TableFileError && error.message.includes('never closed')) return 'unclosed';
    throw error;
  }
}

/** The result of another parser, configured to be as lenient. */
function parseElsewhere(text: string, delimiter: string): Outcome {
  try {
    const records = parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    });
    const filled = records.filter((cells) => cells.some((cell) => cell !== ''));
    // If rows have several cells, a line of blanks does not count as a row.
    const isRow = (cells: string[]) => filled[0]?.length === 1 || cells.length > 1 || cells[0]?.trim() !== '';
    return filled.filter(isRow);
  } catch (error) {
    if (error instanceof CsvError && error.code === 'CSV_QUOTE_NOT_CLOSED') return 'unclosed';
    throw error;
  }
}

function cut(text: string, places: readonly number[]): string[] {
  const ends = [...places.map((place) => place % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

describe('the CSV scanner', () => {
  it('reads any text like csv-parse, however it is split into pieces', () => {
    const long = 'a text that is too long to be read character by character';
    const unit = fc.constantFrom('"', '"', ',', ';', '\r', '\n', '\r\n', ' ', 'a', 'ä', '😀', long);
    const text = fc.string({ unit, maxLength: 40 });
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(',', ';'),
        fc.array(fc.nat(), { maxLength: 6 }),
        (content, delimiter, places) => {
          expect(scan(cut(content, places), delimiter)).toEqual(parseElsewhere(content, delimiter));
        },
      ),
      { numRuns: 3000 },
    );
  });

  it('keeps no cell beyond the columns a table may have, and counts them', () => {
    const scanner = new CsvScanner(',');
    const [wide, next] = [...scanner.feed(`${'x,'.repeat(20_000)}\n`), ...scanner.feed('a,b\n')];
    expect([wide?.cells.length, wide?.count]).toEqual([16_384, 20_001]);
    expect(next).toEqual({ cells: ['a', 'b'], count: 2 });
  });

  it.each([
    ['delimiters', '', ','],
    ['characters', '', 'x'],
    ['line breaks in quotes', '"', '\n'],
  ])('refuses a record of endless %s', (_, begin, pattern) => {
    const scanner = new CsvScanner(',');
    scanner.feed(`sku,name\nA,a\n${begin}`);
    const piece = pattern.repeat(16 * 1024);
    const feed = () => {
      for (let pieces = 0; pieces < 300; pieces += 1) scanner.feed(piece);
    };
    expect(feed).toThrow(/In row 2, cell \d+, more than 4194304 characters have no end/);
  });
});
