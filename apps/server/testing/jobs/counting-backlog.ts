import { type Backlog, defineBacklog } from '../../src/kernel/index.ts';
import type { TestDatabase } from '../index.ts';

/** What waits for drains: a row with the name of the backlog. */
export const createWaiting = 'create table waiting (name text not null)';

/** A backlog that counts its drains. `work` comes before the rows are deleted. */
export function countingBacklog(
  { database }: TestDatabase,
  name: string,
  work: (signal: AbortSignal) => Promise<void> = async () => undefined,
) {
  const counts = { runs: 0, ended: 0 };
  const pending = { source: { text: `select from waiting where name = '${name}'` } };
  const backlog: Backlog = defineBacklog(name, pending, async (signal) => {
    counts.runs += 1;
    await work(signal);
    await database.query('delete from waiting where name = $1', [name]);
    counts.ended += 1;
  });
  return { counts, backlog };
}
