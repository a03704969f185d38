import { createReadStream } from 'node:fs';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type Cell, openTable, type TableTarget, writeTable } from '@product-content/server/formats';
import { median } from './load.ts';

/**
 * Measures reading and writing tables against a floor in the same run, which is CSV for every format: the same rows
 * split at line ends and commas, or joined, by hand, without quotes, types, limits or detection. Says how far resident
 * memory went up, too.
 *
 *   node test/bench/tables.ts [--rows 200000] [--rounds 3]
 */
const { values: options } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});
const rows = Number(options.rows);
const rounds = Number(options.rounds);
const columns = ['sku', 'name', 'description', 'brand', 'gtin', 'prices.EUR', 'stock', 'attributes.color'];
const targets: readonly TableTarget['format'][] = ['csv', 'xlsx', 'xml', 'json', 'ndjson'];

const folder = await mkdtemp(join(tmpdir(), 'tables-bench-'));
const baseline = process.memoryUsage.rss();
let peak = baseline;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss());
}, 50);
try {
  write(`${'work'.padEnd(16)}${'MiB'.padStart(8)}${'floor'.padStart(12)}${'ours'.padStart(12)}  rows/s  ratio  memory`);
  for (const format of targets) await measure(format);
} finally {
  clearInterval(watch);
  await rm(folder, { recursive: true, force: true });
}

async function measure(format: TableTarget['format']): Promise<void> {
  const path = join(folder, `table.${format}`);
  const figures = {
    write: [] as number[],
    floorWrite: [] as number[],
    read: [] as number[],
    floorRead: [] as number[],
  };
  peak = process.memoryUsage.rss();
  const before = peak;
  for (let round = 0; round < rounds; round++) {
    figures.floorWrite.push(await rate(() => writeFile(join(folder, 'floor.csv'), Readable.from(joinedLines()))));
    figures.write.push(await rate(() => writeFile(path, writeTable({ format }, columns, sampleRows()))));
    figures.floorRead.push(await rate(splitLines));
    figures.read.push(await rate(() => readAll(path)));
  }
  const size = ((await stat(path)).size / 1024 / 1024).toFixed(1);
  const memory = `+${((peak - before) / 1024 / 1024).toFixed(0)} MiB`;
  report(`write ${format}`, size, median(figures.floorWrite), median(figures.write), '');
  report(`read ${format}`, size, median(figures.floorRead), median(figures.read), memory);
}

function* sampleRows(): Generator<Cell[]> {
  for (let index = 0; index < rows; index++) yield sampleRow(index);
}

function sampleRow(index: number): Cell[] {
  const text = `Product number ${index} comes with "quotes" & a line\nbreak; it is ${index % 7} times as good as before.`;
  return [
    `SKU-${index}`,
    `Product ${index}`,
    text,
    `Brand ${index % 50}`,
    '4006381333931',
    index / 100,
    index % 900,
    'red',
  ];
}

function* joinedLines(): Generator<string> {
  let text = '';
  for (const row of sampleRows()) {
    text += `${row.map((cell) => String(cell).replace('\n', ' ')).join(',')}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function splitLines(): Promise<void> {
  let cells = 0;
  const lines = createInterface({ input: createReadStream(join(folder, 'floor.csv')) });
  for await (const line of lines) cells += line.split(',').length;
  if (cells < rows * columns.length) throw new Error(`The floor read ${cells} cells.`);
}

async function readAll(path: string): Promise<void> {
  const table = await openTable({ path, name: path });
  let count = 0;
  for await (const { problem } of table.rows()) {
    if (problem !== undefined) throw new Error(`Row ${count}: ${problem.message}`);
    count++;
  }
  if (count !== rows) throw new Error(`${count} of ${rows} rows came back.`);
}

async function rate(work: () => Promise<void>): Promise<number> {
  const started = performance.now();
  await work();
  return (rows / (performance.now() - started)) * 1000;
}

function report(work: string, size: string, floor: number, ours: number, memory: string): void {
  const cells = [work.padEnd(16), size.padStart(8), floor.toFixed(0).padStart(12), ours.toFixed(0).padStart(12)];
  write(`${cells.join('')}${(ours / floor).toFixed(2).padStart(15)}  ${memory}`);
}

function write(text: string): void {
  process.stdout.write(`${text}\n`);
}
