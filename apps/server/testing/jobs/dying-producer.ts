import process from 'node:process';
import { entities } from '../../src/entities.ts';
import { outboxFollowers } from '../../src/outbox-followers.ts';
import { Database, Orm } from '../../src/storage/index.ts';
import { countingHandler } from './counting-handler.ts';
import { createWorkerFixture } from './worker-fixture.ts';

/**
 * A process that accepts a job and is killed after its transaction has committed, before the job is dispatched: `node
 * dying-producer.ts <database URL> <URL of the queue>`.
 */
const [, , url = '', jobsUrl = ''] = process.argv;
const database = new Database(new Orm({ url, poolSize: 2, entities }), { followers: outboxFollowers });
const { jobs, createContext } = createWorkerFixture({ database, url }, [countingHandler(database)], jobsUrl);
const ctx = await createContext();
await database.transaction(async (tx) => {
  tx.afterCommit(() => void process.kill(process.pid, 'SIGKILL'));
  await jobs.accept(ctx, { type: 'import', input: { batches: 1 } });
});
