import { TableFileError } from '../table-error.ts';

const candidates = [',', ';', '\t', '|'] as const;
const recordsLookedAt = 100;

/**
 * The character between the cells of a CSV text: the one that splits most records into as many cells as the header; of
 * equals, the one with more cells. A comma when nothing is split.
 */
export function detectDelimiter(sample: string): string {
  const records = splitRecords(sample);
  let best = { delimiter: ',', score: 0 };
  for (const delimiter of candidates) {
    const counts = records.map((record) => record.get(delimiter) ?? 0);
    const header = counts[0] ?? 0;
    if (header === 0) continue;
    const alike = counts.filter((count) => count === header).length / counts.length;
    const score = alike + header / (header + 50);
    if (score > best.score) best = { delimiter, score };
  }
  return best.delimiter;
}

/** The delimiter that a spreadsheet may name in the first line. */
export function readSeparatorLine(sample: string): string | null {
  return /^sep=(.)(?:\r\n|\n|\r)/.exec(sample)?.[1] ?? null;
}

/** @throws {TableFileError} when it is not a single character, or is part of the CSV syntax. */
export function assertDelimiter(delimiter: string): void {
  if (delimiter.length === 1 && !/["\r\n\0]/.test(delimiter)) return;
  throw new TableFileError('The delimiter must be one character other than a quote or line break.', {
    field: 'options.delimiter',
  });
}

/** How often each candidate occurs outside quotes, by record. The last record may be truncated and is left out. */
function splitRecords(sample: string): Map<string, number>[] {
  const records: Map<string, number>[] = [];
  let current = new Map<string, number>();
  let quoted = false;
  let empty = true;
  for (const character of sample) {
    if (character === '"') quoted = !quoted;
    if (quoted) continue;
    if (character === '\n' || character === '\r') {
      if (!empty) records.push(current);
      if (records.length === recordsLookedAt) return records;
      current = new Map();
      empty = true;
      continue;
    }
    empty = false;
    if ((candidates as readonly string[]).includes(character)) {
      current.set(character, (current.get(character) ?? 0) + 1);
    }
  }
  return records.length === 0 && !empty ? [current] : records;
}
