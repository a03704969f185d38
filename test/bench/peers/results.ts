import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inRepository } from '../../docs/repository.ts';
import type { Figure, PeerResult } from './measure.ts';

const resultsFile = fileURLToPath(new URL('./results.json', import.meta.url));
const pageFile = inRepository('docs/side-by-side.md');
const start = '<!-- generated from test/bench/peers -->';
const end = '<!-- end of the generated part -->';

export function readResults(): readonly PeerResult[] {
  return JSON.parse(readFileSync(resultsFile, 'utf8')) as PeerResult[];
}

/** Puts a result in the place of the one of the same peer, and writes the page anew. */
export function recordResult(result: PeerResult): void {
  const others = readResults().filter(({ peer }) => peer !== result.peer);
  const all = [...others, result].sort((a, b) => a.peer.localeCompare(b.peer));
  writeFileSync(resultsFile, `${JSON.stringify(all, null, 2)}\n`);
  writeFileSync(pageFile, renderPage().rendered);
}

/** The page as it is, and as the results have it. */
export function renderPage(): { readonly current: string; readonly rendered: string } {
  const current = readFileSync(pageFile, 'utf8');
  const [from, to] = [current.indexOf(start), current.indexOf(end)];
  if (from === -1 || to < from) throw new Error(`The page lacks the lines ${start} and ${end}.`);
  const table = toTable(readResults());
  return { current, rendered: `${current.slice(0, from + start.length)}\n\n${table}\n\n${current.slice(to)}` };
}

/** A Markdown table with a column per peer, that of this repository first. */
export function toTable(results: readonly PeerResult[]): string {
  const peers = results.toSorted((a, b) => Number(b.peer === 'product-content') - Number(a.peer === 'product-content'));
  const works = [...new Set(peers.flatMap(({ figures }) => figures.map(({ work }) => work)))];
  const row = (title: string, cell: (peer: PeerResult) => string) => `| ${[title, ...peers.map(cell)].join(' | ')} |`;
  return [
    row('', ({ title, version }) => `${title} ${version}`),
    `|---|${peers.map(() => '---:|').join('')}`,
    ...works.map((work) => row(work, ({ figures }) => toCell(figures.find((figure) => figure.work === work)))),
    row('memory after the start', ({ idleMemory }) => `${Math.round(idleMemory)} MiB`),
    row('memory after the load', ({ loadedMemory }) => `${Math.round(loadedMemory)} MiB`),
    row('start', ({ startSeconds }) => `${startSeconds.toFixed(1)} s`),
    row('installed', ({ installSize }) => `${Math.round(installSize)} MiB`),
  ].join('\n');
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
