import type { Snapshot, SqlParameter } from './transaction.ts';

let cursors = 0;

/**
 * Reads the rows of one statement in batches, by a cursor: all of them are of the moment the first batch is asked
 * for, and memory holds one batch.
 *
 * @param on a transaction; it stays open meanwhile.
 *
 * @example
 * await database.snapshot(async (snapshot) => {
 *   for await (const rows of readBatches<{ sku: string }>(snapshot, 'select sku from product', [], 1000)) use(rows);
 * });
 */
export async function* readBatches<Row extends object>(
  on: Snapshot,
  text: string,
  values: readonly SqlParameter[],
  batchSize: number,
): AsyncGenerator<Row[], void, undefined> {
  cursors += 1;
  const cursor = `batches_${cursors}`;
  await on.query(`declare ${cursor} no scroll cursor for ${text}`, values);
  for (;;) {
    const { rows } = await on.query<Row>(`fetch ${batchSize} from ${cursor}`);
    if (rows.length > 0) yield rows;
    if (rows.length < batchSize) break;
  }
  await on.query(`close ${cursor}`);
}
