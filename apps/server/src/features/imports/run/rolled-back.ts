import type { Database } from '../../../storage/index.ts';

/**
 * Runs work within the running transaction, or in one of its own, and undoes what it has written.
 *
 * @param isUndone false keeps what was written.
 * @returns the result of the work.
 */
export async function rolledBack<Result>(
  database: Database,
  work: () => Promise<Result>,
  isUndone: (result: Result) => boolean = () => true,
): Promise<Result> {
  const undo = new Error('The work is undone.');
  let done: { readonly result: Result } | undefined;
  try {
    await database.transaction((tx) =>
      tx.savepoint(async () => {
        done = { result: await work() };
        if (isUndone(done.result)) throw undo;
      }),
    );
  } catch (error) {
    if (error !== undo) throw error;
  }
  return (done as { readonly result: Result }).result;
}
