import process from 'node:process';
import { entities } from '../../src/entities.ts';
import { startJobWorker } from '../../src/features/jobs/worker/job-worker.ts';
import { WorkspaceRepository, WorkspaceService } from '../../src/features/workspaces/index.ts';
import { WorkQueue } from '../../src/jobs/index.ts';
import { silentLogger, systemClock, systemIds } from '../../src/kernel/index.ts';
import { outboxFollowers } from '../../src/outbox-followers.ts';
import { Database, Orm } from '../../src/storage/index.ts';
import { countingHandler } from './counting-handler.ts';

/** A worker in a separate process, for tests that kill it: `node worker-process.ts <database URL> <lease in ms>`. */
const [, , databaseUrl = '', leaseMs] = process.argv;
const database = new Database(new Orm({ url: databaseUrl, poolSize: 4, entities }), { followers: outboxFollowers });
const ports = { clock: systemClock, ids: systemIds };
const workspaces = new WorkspaceService({ repository: new WorkspaceRepository(database), ...ports });
const worker = await startJobWorker({
  database,
  queue: new WorkQueue({ database, databaseUrl, jobsUrl: null, clock: systemClock, logger: silentLogger }),
  handlers: [countingHandler(database)],
  ...ports,
  logger: silentLogger,
  workspace: (id) => workspaces.getById(id),
  leaseMs: Number(leaseMs),
  pollMs: 50,
});
process.on('SIGTERM', async () => {
  await worker.stop(5000);
  process.exit(0);
});
process.stdout.write('ready\n');
