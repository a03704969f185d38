import type { Transaction } from '../../../storage/index.ts';

/**
 * Ends the transaction, by the server, when its process falls silent within it: a process that is paused, or cut off,
 * keeps its locks else, and nobody could take its job over.
 */
export async function limitIdle(tx: Transaction, milliseconds: number): Promise<void> {
  const text = `select set_config('idle_in_transaction_session_timeout', $1, true)`;
  await tx.query(text, [String(milliseconds)], 'jobs.limit-idle');
}
