import type { ApiResponse, OwnApp } from '@product-content/test-support/app-server';
import type { PostgresProxy } from '@product-content/test-support/postgres-proxy/postgres-proxy';
import { expect } from 'vitest';

/** Something that is written in one transaction. */
interface Sendable {
  send(): Promise<ApiResponse<unknown>>;
}

/**
 * Kills the server once, with SIGKILL, while as many equal writes are in its hands as there are places between the
 * statements of their transaction: one has not begun, one waits for the response to each statement, `commit` included.
 *
 * @param prepare makes a write that waits for none of the others: in a workspace of its own.
 * @returns the writes that were interrupted. The server is not running.
 */
export async function killBetweenStatements<Write extends Sendable>(
  app: OwnApp,
  proxy: PostgresProxy,
  prepare: () => Promise<Write>,
): Promise<Write[]> {
  const sample = await prepare();
  proxy.breakAfter(Number.POSITIVE_INFINITY, () => undefined, 'first-transaction');
  expect((await sample.send()).status).toBeLessThan(300);
  const statements = proxy.passed;

  const writes = await Promise.all(Array.from({ length: statements + 1 }, prepare));
  const holds = proxy.holdTransactions();
  const responses = writes.map((write) => write.send().catch(() => null));
  await expect.poll(() => holds.held).toBe(writes.length);
  await app.kill('SIGKILL');
  expect(await Promise.all(responses)).toEqual(responses.map(() => null));
  proxy.sever();
  await proxy.drained();
  proxy.passAll();
  return writes;
}
