import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { type Cell, openTable, type TableTarget, writeTable } from '@product-content/server/formats';
import { type Benchmark, interleave, perSecond, type Row, type Scale } from './benchmark.ts';

const columns = ['sku', 'name', 'description', 'brand', 'gtin', 'prices.EUR', 'stock', 'attributes.color'];
type Format = TableTarget['format'];
/** With the least share of the floor each has to reach: what its syntax costs beyond commas. */
const aims: Readonly<Record<Format, number>> = { csv: 0.3, tsv: 0.3, xlsx: 0.05, xml: 0.1, json: 0.1, ndjson: 0.1 };

/**
 * Reading and writing tables beside a floor that is CSV for every format: the same rows split at line ends and
 * commas, or joined, by hand, without quotes, types, limits or detection.
 */
export const formats: Benchmark = {
  name: 'formats',
  async measure(scale) {
    const folder = await mkdtemp(join(tmpdir(), 'formats-bench-'));
    try {
      const rows: Row[] = [];
      for (const format of Object.keys(aims) as Format[]) rows.push(...(await measureFormat(format, folder, scale)));
      return rows;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

async function measureFormat(format: Format, folder: string, scale: Scale): Promise<Row[]> {
  const count = scale.pick(200_000, 100);
  const path = join(folder, `table.${format}`);
  const floorPath = join(folder, 'floor.csv');
  const figures = await interleave(scale.pick(3, 1), {
    floorWrite: () => perSecond(count, () => writeFile(floorPath, Readable.from(joinedLines(count)))),
    write: () => perSecond(count, () => writeFile(path, writeTable({ format }, columns, sampleRows(count)))),
    floorRead: () => perSecond(count, () => splitLines(floorPath, count)),
    read: () => perSecond(count, () => readAll(path, count)),
  });
  const aim = { ratioAtLeast: aims[format] };
  return [
    { work: `write ${format}`, unit: 'rows/s', floor: figures.floorWrite, ours: figures.write, aim },
    { work: `read ${format}`, unit: 'rows/s', floor: figures.floorRead, ours: figures.read, aim },
  ];
}

function* sampleRows(count: number): Generator<Cell[]> {
  for (let index = 0; index < count; index++) yield sampleRow(index);
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

function* joinedLines(count: number): Generator<string> {
  let text = '';
  for (const row of sampleRows(count)) {
    text += `${row.map((cell) => String(cell).replace('\n', ' ')).join(',')}\n`;
    if (text.length < 65_536) continue;
    yield text;
    text = '';
  }
  yield text;
}

async function splitLines(path: string, count: number): Promise<void> {
  let cells = 0;
  for await (const line of createInterface({ input: createReadStream(path) })) cells += line.split(',').length;
  if (cells < count * columns.length) throw new Error(`The floor read ${cells} cells.`);
}

async function readAll(path: string, count: number): Promise<void> {
  const table = await openTable({ path, name: path });
  let read = 0;
  for await (const { problem } of table.rows()) {
    if (problem !== undefined) throw new Error(`Row ${read}: ${problem.message}`);
    read++;
  }
  if (read !== count) throw new Error(`${read} of ${count} rows came back.`);
}
