import { type Finding, type FindingOutcome, type RecordKind, recordKinds, type Tally } from './ledger.ts';
import { type LoadSummary, tallyTotal } from './summary.ts';

const kindNames: Record<RecordKind, string> = {
  attributeGroups: 'attribute groups',
  attributes: 'attributes',
  categories: 'categories',
  categoryAttributes: 'attributes of categories',
  collections: 'collections',
  simpleProducts: 'simple products',
  parentProducts: 'parent products',
  variantProducts: 'variants',
};

const outcomeNames: Record<FindingOutcome, string> = {
  failed: 'Failed: the API did not accept the record',
  refused: 'Refused: not sent',
  left_out: 'Left out: the record is loaded without this value',
  folded: 'Folded: the record was merged into others',
  adapted: 'Adapted: loaded in another form',
};

const columns = ['created', 'updated', 'unchanged', 'failed'] as const satisfies readonly (keyof Tally)[];

/** The summary for people. */
export function renderSummary(summary: LoadSummary): string {
  const { catalog, workspace, seconds, rows } = summary;
  const read = Object.entries(rows.read).map(([table, count]) => `${count} of ${table}`);
  return [
    `${catalog} → workspace ${workspace}, ${seconds.toFixed(1)} s`,
    '',
    ...renderTable(summary),
    '',
    `Rows: ${read.join(', ') || 'none'} = ${rows.sent} sent + ${rows.folded} folded + ${rows.refused} refused.`,
    summary.accountedFor ? 'Everything is accounted for.' : 'NOT everything is accounted for.',
    ...renderFindings(summary),
    '',
  ].join('\n');
}

function renderTable(summary: LoadSummary): string[] {
  const used = recordKinds.filter((kind) => tallyTotal(summary.records[kind]) > 0);
  const line = (name: string, cells: readonly string[]) =>
    `${name.padEnd(26)}${cells.map((cell) => cell.padStart(11)).join('')}`;
  return [
    line('', columns),
    ...used.map((kind) =>
      line(
        kindNames[kind],
        columns.map((column) => String(summary.records[kind][column])),
      ),
    ),
  ];
}

function renderFindings(summary: LoadSummary): string[] {
  const lines: string[] = [];
  let outcome: FindingOutcome | null = null;
  for (const group of summary.findings) {
    if (group.outcome !== outcome) lines.push('', outcomeNames[group.outcome]);
    outcome = group.outcome;
    lines.push(`  ${group.count} × ${group.reason}`, ...group.examples.map(renderExample));
    if (group.count > group.examples.length) lines.push(`      … ${group.count - group.examples.length} more`);
  }
  return lines;
}

function renderExample({ subject, where, detail }: Finding): string {
  return `      ${subject}${where === undefined ? '' : ` (${where})`}${detail === undefined ? '' : `: ${detail}`}`;
}
