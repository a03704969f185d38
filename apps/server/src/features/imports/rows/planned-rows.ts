import type { Row, Table } from '../../../formats/index.ts';
import { ApiError } from '../../../kernel/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { rowTransforms } from '../transforms/index.ts';
import { rowsOfRow } from '../transforms/row-transform.ts';
import { createRowCheck } from './read-row.ts';

type FilePlan = Pick<ImportPlan, 'layout' | 'options' | 'transform'>;

/** A file as its plan reads it, any number of times. */
export interface PlannedTable {
  readonly columns: readonly string[];
  /** The targets of the columns that a transformation adds. */
  readonly targets: Readonly<Record<string, string>>;
  /**
   * If a transformation makes several rows of one, each gets a distinct number: deferred rows are found by it, and an
   * interrupted import continues after it.
   */
  rows(after?: number): AsyncIterable<Row>;
}

export async function openPlannedTable(table: Table, plan: FilePlan): Promise<PlannedTable> {
  const { columns } = table.layout;
  if (plan.transform === null) return { columns, targets: {}, rows: (after) => table.rows(after) };
  const opened = await rowTransforms[plan.transform].open({
    columns,
    rows: () => checked(table, plan),
    elements: table.elements,
  });
  return { ...opened, rows: (after = 0) => numbered(opened.rows(checked(table, plan)), after) };
}

/** The number, in the file, of the row from which a row was made. */
export function toFileRow({ transform }: ImportPlan, number: number): number {
  return transform === null ? number : Math.floor(number / rowsOfRow);
}

async function* checked(table: Table, plan: FilePlan): AsyncGenerator<Row> {
  const problemOf = createRowCheck(plan);
  for await (const row of table.rows()) {
    const problem = problemOf(row);
    yield problem === undefined ? row : { ...row, problem };
  }
}

async function* numbered(rows: AsyncIterable<Row>, after: number): AsyncGenerator<Row> {
  let last = { number: 0, part: 0 };
  for await (const row of rows) {
    last = row.number === last.number ? { ...last, part: last.part + 1 } : { number: row.number, part: 0 };
    if (last.part === rowsOfRow) {
      throw new ApiError('validation_failed', `Row ${row.number} would become more than ${rowsOfRow} rows.`);
    }
    const number = row.number * rowsOfRow + last.part;
    if (number > after) yield { ...row, number };
  }
}
