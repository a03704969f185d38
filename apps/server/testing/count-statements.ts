import type { Database } from '../src/storage/index.ts';

/**
 * Counts the SQL statements sent to a database while `work` runs, including transaction control. Leaves out statements
 * about API keys, which are only looked up after some time, and of the request log, which is written at any time.
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
