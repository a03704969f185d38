import type { FindingGroup, Ledger, RecordKind, Tally } from './ledger.ts';
import { recordKinds } from './ledger.ts';

/** The outcome of one load, as `--json` prints it. */
export interface LoadSummary {
  readonly catalog: string;
  readonly workspace: string;
  readonly seconds: number;
  readonly records: Readonly<Record<RecordKind, Tally>>;
  readonly rows: {
    /** Rows that stand for a product, by table. */
    readonly read: Readonly<Record<string, number>>;
    readonly sent: number;
    readonly folded: number;
    readonly refused: number;
  };
  /** True when every row read was sent, folded or refused, and every product sent has a result. */
  readonly accountedFor: boolean;
  readonly findings: readonly FindingGroup[];
}

const productKinds: readonly RecordKind[] = ['simpleProducts', 'parentProducts', 'variantProducts'];

export const tallyTotal = (tally: Tally): number => tally.created + tally.updated + tally.unchanged + tally.failed;

/** Summarizes the results of a load. */
export function toSummary(
  ledger: Ledger,
  run: { catalog: string; workspace: string; seconds: number; sent: number },
): LoadSummary {
  const records = Object.fromEntries(recordKinds.map((kind) => [kind, ledger.tally(kind)])) as Record<
    RecordKind,
    Tally
  >;
  const read = Object.fromEntries(ledger.rows);
  const rows = { read, sent: run.sent, folded: ledger.count('folded'), refused: ledger.count('refused') };
  const rowsRead = [...ledger.rows.values()].reduce((sum, count) => sum + count, 0);
  const results = productKinds.reduce((sum, kind) => sum + tallyTotal(records[kind]), 0);
  const accountedFor = rowsRead === rows.sent + rows.folded + rows.refused && results === rows.sent;
  const { catalog, workspace, seconds } = run;
  return { catalog, workspace, seconds, records, rows, accountedFor, findings: ledger.groups };
}
