import { readFile, writeFile } from 'node:fs/promises';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type HostileFigures, measureHostileInputs } from './hostile-inputs.ts';

/**
 * Measures the benchmark `hostile-inputs` and prints its table, one line for each input.
 *
 *   node test/bench/write-hostile-inputs.ts [--only PATTERN] [--quick] [--write]
 *
 * `--only` takes a regular expression for the names of inputs; `--write` puts the table into docs/hostile-inputs.md.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '.' },
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});

const page = fileURLToPath(new URL('../../docs/hostile-inputs.md', import.meta.url));
const begin = '<!-- measured: begin -->';
const end = '<!-- measured: end -->';

const figures = await measureHostileInputs(
  {
    quick: options.quick,
    pick: (full, quick) => (options.quick ? quick : full),
    say: (text) => process.stderr.write(`${text}\n`),
    nodeFlags: [],
  },
  new RegExp(options.only),
);
const table = toTable(figures);
process.stdout.write(`${table}\n`);
if (options.write) {
  const text = await readFile(page, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(begin) + begin.length), text.slice(text.indexOf(end))];
  await writeFile(page, `${before}\n${table}\n${after}`);
}

function toTable(rows: readonly HostileFigures[]): string {
  const titles = ['input', 'size', 'held, ms', 'of it computing, ms', 'p99 beside it, ms', 'max beside it, ms'];
  const lines = rows.map(({ name, size, ...figures }) => {
    const { heldMs, heldCpuMs, p99Ms, maxMs } = figures;
    return [name, toSize(size), ...[heldMs, heldCpuMs, p99Ms, maxMs].map((ms) => ms.toFixed(0))];
  });
  return [titles, titles.map((_, index) => (index === 0 ? '---' : '---:')), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function toSize(bytes: number): string {
  if (bytes === 0) return '';
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}
