import { gzipSync } from 'node:zlib';
import { filled, type HostileFile, refused, repeated } from './hostile-file.ts';

const mebibyte = 1024 * 1024;
const columns = (count: number): string[] => Array.from({ length: count }, (_, index) => `Column ${index}`);

export const hostileCsvFiles: readonly HostileFile[] = [
  {
    name: 'a CSV header of 100,000 columns',
    fileName: 'columns.csv',
    size: 'small',
    build: () => Buffer.from(`sku,${columns(100_000).join()}\nA\n`),
    expected: refused(/at most 16384 can be read/),
  },
  {
    name: 'a CSV header of names of 1,000 characters',
    fileName: 'names.csv',
    size: 'small',
    build: () => Buffer.from(`sku,${'n'.repeat(1_000)}\nA\n`),
    expected: refused(/column name of more than \d+ characters/),
  },
  {
    name: 'a CSV row of a million cells',
    fileName: 'cells.csv',
    size: 'small',
    build: () => Buffer.from(`sku,name\nA,a\nB${',x'.repeat(1_000_000)}\n`),
    expected: { kind: 'job', status: 'completed', says: /1000001 cells/ },
  },
  {
    name: 'a CSV line of 50 MB',
    fileName: 'line.csv',
    size: 'large',
    build: () => filled('sku,name\nA,', 'x'),
    expected: refused(/more than \d+ characters/),
  },
  {
    name: 'a CSV header of 50 MB of delimiters',
    fileName: 'delimiters.csv',
    size: 'large',
    build: () => filled('sku', ','),
    expected: refused(/more than \d+ characters/),
  },
  {
    name: '50 MB of CSV rows that have as many cells as they may',
    fileName: 'cells.csv',
    size: 'large',
    build: () => filled(`sku,name,${columns(16_000).join()}\n`, `A,a${',1'.repeat(16_000)}\n`),
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: '50 MB of CSV rows whose every text is as long as it may be',
    fileName: 'texts.csv',
    size: 'large',
    build() {
      const long = 'x'.repeat(65_535);
      const rows = Array.from({ length: 390 }, (_, index) => `A${index},a,${long},${long}\n`);
      return Buffer.from(`sku,name,description,description-de\n${rows.join('')}`);
    },
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: '50 MB of CSV rows with cells beyond their header',
    fileName: 'ragged.csv',
    size: 'large',
    build: () => filled('sku,name\n', `A${',1'.repeat(1_900_000)}\n`),
    expected: { kind: 'job', status: 'completed', says: /cells/ },
  },
  {
    name: '50 MB of empty CSV lines',
    fileName: 'blanks.csv',
    size: 'large',
    build: () => filled('sku,name\nA,a\n', '\n', 'B,b\n'),
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: '50 MB of CSV quotes',
    fileName: 'quotes.csv',
    size: 'large',
    build: () => filled('sku,name\n', '"'),
    expected: refused(/more than \d+ characters|never closed/),
  },
  {
    name: '25 million CSV rows of one character',
    fileName: 'rows.csv',
    size: 'large',
    build: () => filled('sku,name\n', 'A\n'),
    expected: { kind: 'job', status: 'failed', says: /more than \d+ rows/ },
  },
  {
    name: '16 kB of gzip that expand to 16 MB of blanks',
    fileName: 'blanks.csv.gz',
    size: 'small',
    build: () => gzipSync(Buffer.alloc(16 * mebibyte, ' '), { level: 9 }),
    expected: refused(/expands to more than/),
  },
  {
    name: 'gzip of half a million members that hold nothing',
    fileName: 'members.csv.gz',
    size: 'large',
    build: () => Buffer.concat([gzipSync('sku,name\nA,a\n'), Buffer.alloc(500_000 * 20, gzipSync(''))]),
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: '5,000 columns that are to become attributes',
    fileName: 'attributes.csv',
    fields: { createMissing: 'attributes' },
    size: 'small',
    build: () => Buffer.from(`sku,name,${columns(5_000).join()}\nA,a${',1'.repeat(5_000)}\n`),
    expected: refused(/new attributes/),
  },
  {
    name: '5,000 columns whose mapping makes attributes of them',
    fileName: 'attributes.csv',
    fields: {
      mapping: JSON.stringify({
        sku: 'sku',
        name: 'name',
        ...Object.fromEntries(columns(5_000).map((name) => [name, '__new_attribute__:text'])),
      }),
    },
    size: 'small',
    build: () => Buffer.from(`sku,name,${columns(5_000).join()}\nA,a${',1'.repeat(5_000)}\n`),
    expected: refused(/new attributes/, 'mapping'),
  },
  {
    name: '500 CSV rows that name 100 new collections and 20 new categories each',
    fileName: 'records.csv',
    fields: { createMissing: 'collections,categories' },
    size: 'medium',
    build() {
      const many = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
      const rows = many(500, 'A').map(
        (sku) => `${sku},a,${many(100, `c${sku}x`).join('|')},${many(20, `d${sku}x`).join(' > ')}`,
      );
      return Buffer.from(['sku,name,collections,category', ...rows, ''].join('\n'));
    },
    expected: { kind: 'job', status: 'failed', says: /more than 10000 categories/ },
  },
  {
    name: 'a CSV cell with a category path of half a million names',
    fileName: 'path.csv',
    fields: { createMissing: 'categories' },
    size: 'small',
    build: () => repeated('sku,name,category\nA,a,', 'a>', 500_000, 'a\n'),
    expected: { kind: 'job', status: 'completed', says: /./ },
  },
  {
    name: 'CSV cells with lists of 250,000 items',
    fileName: 'lists.csv',
    fields: { createMissing: 'collections' },
    size: 'small',
    build: () =>
      Buffer.from(
        `sku,name,tags,images,collections,associations.upsell\n${Array.from({ length: 2 }, (_, row) => `A${row},a,${['t|', 'h|', 'c|', 's|'].map((item) => item.repeat(250_000)).join()}\n`).join('')}`,
      ),
    expected: { kind: 'job', status: 'completed', says: /./ },
  },
];
