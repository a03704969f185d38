import { type Aim, isMet, type Row } from './benchmark.ts';

/** The figures of one benchmark. */
export interface Figures {
  readonly benchmark: string;
  readonly rows: readonly Row[];
}

const columns = ['', 'unit', 'floor', 'ours', 'ratio', 'aim', '', ''] as const;

/** All figures as one table for a terminal. */
export function toTable(all: readonly Figures[]): string {
  const lines = all.flatMap(({ benchmark, rows }) => [[benchmark], ...rows.map(toCells)]);
  const widths = columns.map((title, index) =>
    Math.max(title.length, ...lines.map((cells) => (cells.length === 1 ? 0 : (cells[index]?.length ?? 0)))),
  );
  const align = (cells: readonly string[]) =>
    cells.map((cell, index) => (isText(index) ? cell.padEnd(widths[index] ?? 0) : cell.padStart(widths[index] ?? 0)));
  return [columns, ...lines].map((cells) => align(cells).join('  ').trimEnd()).join('\n');
}

/** All figures for machines: the rows with their ratio and whether they reach their aim. */
export function toJson(all: readonly Figures[]): string {
  const rows = all.flatMap(({ benchmark, rows }) =>
    rows.map((row) => ({ benchmark, ...row, ratio: ratioOf(row), met: isMet(row) })),
  );
  return `${JSON.stringify(rows, null, 2)}\n`;
}

const isText = (column: number) => column < 2 || column === columns.length - 1;

function toCells(row: Row): string[] {
  const ratio = ratioOf(row);
  const met = isMet(row);
  return [
    `  ${row.work}`,
    row.unit,
    row.floor === undefined ? '' : toFigure(row.floor),
    toFigure(row.ours),
    ratio === null ? '' : ratio.toFixed(2),
    row.aim === undefined ? '' : describe(row.aim),
    met === null ? '' : met ? 'met' : 'MISSED',
    row.note ?? '',
  ];
}

function ratioOf({ floor, ours }: Row): number | null {
  return floor === undefined ? null : ours / floor;
}

function describe(aim: Aim): string {
  if ('atMost' in aim) return `<= ${toFigure(aim.atMost)}`;
  if ('atLeast' in aim) return `>= ${toFigure(aim.atLeast)}`;
  return 'ratioAtLeast' in aim ? `>= ${aim.ratioAtLeast} x` : `<= ${aim.ratioAtMost} x`;
}

/** Three digits are as many as a measurement on a shared machine has. */
function toFigure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
}
