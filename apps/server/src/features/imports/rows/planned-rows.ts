import type { ReadRowsOptions, Row, Table } from '../../../formats/index.ts';
import { ApiError } from '../../../kernel/index.ts';
import type { ImportPlan } from '../plan/import-plan.ts';
import { rowTransforms } from '../transforms/index.ts';
import { type OpenTransform, rowsOfRow } from '../transforms/row-transform.ts';
import { createRowCheck } from './read-row.ts';

type FilePlan = Pick<ImportPlan, 'layout' | 'options' | 'transform'>;

/**
 * The rows of a file as its plan reads them. If a transformation makes several rows of one, each gets a distinct
 * number: deferred rows are found by it, and an interrupted import continues after it.
 */
export async function readPlannedRows(
  table: Table,
  plan: FilePlan,
  { after = 0, signal }: ReadRowsOptions,
): Promise<AsyncIterable<Row>> {
  const transform = await openTransform(table, plan, signal);
  if (transform === null) return table.rows({ after, ...(signal && { signal }) });
  return numbered(transform.rows(checked(table, plan, signal)), after);
}

/** The transformation of a file's rows; null when they stay unchanged. */
export async function openTransform(table: Table, plan: FilePlan, signal?: AbortSignal): Promise<OpenTransform | null> {
  if (plan.transform === null) return null;
  return rowTransforms[plan.transform].open({
    columns: table.layout.columns,
    rows: () => checked(table, plan, signal),
    elements: table.elements,
  });
}

/** The number, in the file, of the row from which a row was made. */
export function toFileRow({ transform }: ImportPlan, number: number): number {
  return transform === null ? number : Math.floor(number / rowsOfRow);
}

async function* checked(table: Table, plan: FilePlan, signal: AbortSignal | undefined): AsyncGenerator<Row> {
  const problemOf = createRowCheck(plan);
  for await (const row of table.rows(signal && { signal })) {
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
