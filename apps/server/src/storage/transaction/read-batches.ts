import type { Statement } from '../statement/statement.ts';
import type { Snapshot } from './transaction.ts';

let cursors = 0;

/**
 * Reads the rows of one statement in batches, with a cursor: all of them show the state when the first batch is
 * requested, and only one batch is in memory.
 *
 * @param on a transaction, which stays open until the end.
 *
 * @example
 * await database.snapshot(async (snapshot) => {
 *   for await (const rows of readBatches(snapshot, selectSkus, { workspaceId }, 1000)) use(rows);
 * });
 */
export async function* readBatches<Parameters extends object, Row extends object>(
  on: Snapshot,
  statement: Statement<Parameters, Row>,
  parameters: Parameters,
  batchSize: number,
): AsyncGenerator<Row[], void, undefined> {
  cursors += 1;
  const cursor = `batches_${cursors}`;
  await on.query(`declare ${cursor} no scroll cursor for ${statement.source.text}`, statement.bind(parameters));
  for (;;) {
    const { rows } = await on.query<Row>(`fetch ${batchSize} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await on.query(`close ${cursor}`);
}
