import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRepository } from '../../docs/repository.ts';
import type { Figure, PeerResult } from './measure.ts';

const resultsFile = fileURLToPath(new URL('./results.json', import.meta.url));
const start = '<!-- generated from test/bench/peers -->';
const end = '<!-- end of the generated part -->';

/** The page that shows the results. */
const page = 'docs/side-by-side.md';

const noResults =
  'No figures have been taken on a quiet machine yet: `npx --yes pnpm@12 bench:peers` fills in this table.';

export function readResults(): readonly PeerResult[] {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as PeerResult[];
}

/** Puts a result in the place of the one of the same peer, and writes the page anew. */
export function recordResult(result: PeerResult): void {
  const others = readResults().filter(({ peer }) => peer !== result.peer);
  const all = [...others, result].sort((a, b) => a.peer.localeCompare(b.peer));
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(inRepository(page), renderPage().rendered);
}

/** The page as it is, and as the results have it. */
export function renderPage(): { readonly current: string; readonly rendered: string } {
  const current = readFileSync(inRepository(page), 'utf8');
  const [from, to] = [current.indexOf(start), current.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`${page} lacks the lines ${start} and ${end}.`);
  const results = readResults();
  const table = results.length === 0 ? noResults : toTable(results);
  return { current, rendered: `${current.slice(0, from + start.length)}\n\n${table}\n\n${current.slice(to)}` };
}

/** All figures: a column per peer, that of this repository first. */
export function toTable(results: readonly PeerResult[]): string {
  return render(results, [
    ...worksOf(results).map((work): Line => [work, ({ figures }) => toCell(figures.find((one) => one.work === work))]),
    ['memory after the start', ({ idleMemory }) => `${Math.round(idleMemory)} MiB`],
    ['memory after the load', ({ loadedMemory }) => `${Math.round(loadedMemory)} MiB`],
    ['start', ({ startSeconds }) => `${startSeconds.toFixed(1)} s`],
    ['installed', ({ installSize }) => `${Math.round(installSize)} MiB`],
  ]);
}

/** The title of a row, and its cell for a peer. */
type Line = readonly [title: string, cell: (peer: PeerResult) => string];

const worksOf = (results: readonly PeerResult[]) => [
  ...new Set(results.flatMap(({ figures }) => figures.map(({ work }) => work))),
];

function render(results: readonly PeerResult[], lines: readonly Line[]): string {
  const peers = results.toSorted((a, b) => Number(b.peer === 'product-content') - Number(a.peer === 'product-content'));
  const all: readonly Line[] = [['', ({ title, version }) => `${title} ${version}`], ...lines];
  const [head, ...rows] = all.map(([title, cell]) => `| ${[title, ...peers.map(cell)].join(' | ')} |`);
  return [head, `|---|${peers.map(() => '---:|').join('')}`, ...rows].join('\n');
}

function toCell(figure: Figure | undefined): string {
  if (figure === undefined) return '–';
  const { perSecond, p50, p99, cpu } = figure;
  return `**${toDigits(perSecond)}/s**<br>${toDigits(p50)} / ${toDigits(p99)} ms<br>${toDigits(cpu)} ms`;
}

/** Three digits are as many as a measurement on a shared machine has. */
function toDigits(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value < 1 ? 1 : 2);
}
