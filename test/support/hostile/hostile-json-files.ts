import { gzipSync } from 'node:zlib';
import { filled, type HostileFile, refused, repeated, varied } from './hostile-file.ts';

const keys = (count: number, value = '1'): string =>
  Array.from({ length: count }, (_, index) => `"k${index}":${value}`).join();

export const hostileJsonFiles: readonly HostileFile[] = [
  {
    name: 'a JSON item of 200,000 keys',
    fileName: 'keys.json',
    size: 'small',
    build: () => Buffer.from(`[{"sku":"A",${keys(200_000)}}]`),
    expected: refused(/Row 1 has more than \d+ values/),
  },
  {
    name: 'a JSON item that nests 100,000 levels deep',
    fileName: 'deep.json',
    size: 'small',
    build: () => repeated('[{"sku":"A","a":', '[', 100_000),
    expected: refused(/nests deeper than 64 levels/),
  },
  {
    name: 'JSON that nests 100,000 levels deep outside of items',
    fileName: 'deep.json',
    size: 'small',
    build: () => repeated('{"a":', '[', 100_000),
    expected: refused(/nests deeper than 64 levels/),
  },
  {
    name: '150 kB of gzip with one JSON item of eight million numbers',
    fileName: 'numbers.json.gz',
    size: 'small',
    build: () => gzipSync(`[{"sku":"A","a":[${varied((digits) => `${'1,'.repeat(480)}"${digits}",`, 16_384)}1]}]`),
    expected: refused(/Row 1 has more than \d+ values/),
  },
  {
    name: 'a JSON item whose 16,000 keys stand below a key of 60,000 characters',
    fileName: 'names.json',
    size: 'small',
    build: () => Buffer.from(`[{"sku":"A","${'n'.repeat(60_000)}":{${keys(16_000)}}}]`),
    expected: refused(/column name of more than \d+ characters/),
  },
  {
    name: 'JSON items that bring 20,000 columns together',
    fileName: 'columns.json',
    size: 'small',
    build: () =>
      Buffer.from(
        `[${Array.from({ length: 200 }, (_, row) => `{"sku":"A${row}",${keys(100).replaceAll('"k', `"k${row}_`)}}`).join()}]`,
      ),
    expected: refused(/at most 16384 can be read/),
  },
  {
    name: 'a JSON text of 50 MB',
    fileName: 'text.json',
    size: 'large',
    build: () => filled('[{"sku":"A","name":"', 'x', '"}]'),
    expected: refused(/more than \d+ characters/),
  },
  {
    name: '50 MB of JSON items without content',
    fileName: 'items.json',
    size: 'large',
    build: () => filled('[{}', ',{}', ']'),
    expected: refused(/more than \d+ rows/),
  },
  {
    name: '50 MB of JSON values outside of items',
    fileName: 'outside.json',
    size: 'large',
    build: () => filled('{"a":[0', ',0', '],"products":[{"sku":"A"}]}'),
    expected: { kind: 'job', status: 'completed', says: /name/i },
  },
  {
    name: '50 MB of JSON items with as many values as they may have',
    fileName: 'wide.json',
    size: 'large',
    build: () => filled('[{"sku":"A"}', `,{"a":[0${',0'.repeat(39_000)}]}`, ']'),
    expected: { kind: 'job', status: 'completed', says: /name/i },
  },
  {
    name: '3.3 million lines of NDJSON',
    fileName: 'lines.ndjson',
    size: 'large',
    build: () => repeated('{"sku":"A"}\n', '{"sku":"A"}\n', 3_300_000),
    expected: refused(/more than \d+ rows/),
  },
  {
    name: '50 MB of lines without content in NDJSON',
    fileName: 'blanks.ndjson',
    size: 'large',
    build: () => filled('{"sku":"A","name":"a"}\n', '\n', '{"sku":"B","name":"b"}\n'),
    expected: { kind: 'job', status: 'completed' },
  },
  {
    name: 'a line of NDJSON of 50 MB',
    fileName: 'line.ndjson',
    size: 'large',
    build: () => filled('{"sku":"A"}\n{"sku":"B","a":[1', ',1', ']}\n'),
    expected: refused(/Line 2 has more than \d+ characters/),
  },
  {
    name: 'NDJSON with a line of 250,000 keys, one that is deep, and 1,000 that are no JSON',
    fileName: 'lines.ndjson',
    size: 'small',
    build: () =>
      Buffer.from(`{"sku":"A"}\n{"sku":"B",${keys(250_000)}}\n${'['.repeat(100_000)}\n${'{\n'.repeat(1_000)}`),
    expected: { kind: 'job', status: 'completed', says: /name/i },
  },
  {
    name: 'JSON items whose every value is wrong, thousands in each',
    fileName: 'wrong.json',
    size: 'small',
    build: () =>
      Buffer.from(
        `[${Array.from({ length: 20 }, (_, row) => `{"sku":"A${row}","tags":[${'{},'.repeat(10_000)}1],"images":[${'3,'.repeat(10_000)}3]}`).join()}]`,
      ),
    expected: { kind: 'job', status: 'completed', says: /./ },
  },
];
