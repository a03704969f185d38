import type { Database } from '../src/storage/index.ts';

/**
 * Counts the SQL statements a database is sent while `work` runs, transaction control included. Statements about API
 * keys are left out, as how long ago a key was used decides whether it is looked up again, and so is the request log,
 * which is written whenever its time comes.
 *
 * @example
 * const { statements } = await countStatements(database, () => service.bulk(ctx, items));
 */
export async function countStatements<T>(
  database: Database,
  work: () => Promise<T>,
): Promise<{ result: T; statements: number; texts: string[] }> {
  const texts: string[] = [];
  const stop = database.onStatement((text) => {
    if (!/\b(api_key|request_log)\b/.test(text)) texts.push(text);
  });
  try {
    const result = await work();
    return { result, statements: texts.length, texts };
  } finally {
    stop();
  }
}
