import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppProcess, spawnApp } from '@product-content/test-support/app/app-process';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';

/** What can be killed. */
export const victims = ['server', 'worker', 'database'] as const;
export type Victim = (typeof victims)[number];

/** A server that serves requests and sends, a worker beside it, and the database of both. */
export interface Deployment {
  readonly baseUrl: string;
  readonly key: string;
  /** Kills it with SIGKILL and starts it again. */
  kill(victim: Victim): Promise<void>;
  /** All that was logged so far. */
  takeLog(): string;
  stop(): Promise<void>;
}

/** How long the database is away. */
const outageMs = 300;
/** Retries come soon and often: the receivers fail now and then. */
const schedule = Array(30).fill('1').join();

export async function startDeployment(): Promise<Deployment> {
  const postgres = await startEmbeddedPostgres({ keepsCommits: true });
  const folder = await mkdtemp(join(tmpdir(), 'product-content-kills-'));
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: await postgres.createDatabase('kills'),
    RATE_LIMIT: '1000000',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    WEBHOOK_RETRY_SCHEDULE: schedule,
    SEED: 'none',
    LOG_LEVEL: 'trace',
  };
  let log = '';
  const spawned = new Map<'server' | 'worker', AppProcess>();
  const spawn = async (which: 'server' | 'worker', port: string) => {
    spawned.set(which, await spawnApp({ ...settings, ROLE: which === 'server' ? 'all' : 'worker', PORT: port }));
  };
  await spawn('server', '0');
  await spawn('worker', '0');
  const baseUrl = spawned.get('server')?.baseUrl ?? '';
  const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
  const takeLog = () => {
    for (const each of spawned.values()) log += each.takeLog();
    return log;
  };
  return {
    baseUrl,
    key,
    async kill(victim) {
      if (victim === 'database') {
        await postgres.kill();
        await delay(outageMs);
        return postgres.start();
      }
      await spawned.get(victim)?.kill('SIGKILL');
      takeLog();
      await spawn(victim, victim === 'server' ? new URL(baseUrl).port : '0');
    },
    takeLog,
    async stop() {
      await Promise.all([...spawned.values()].map((each) => each.kill('SIGKILL')));
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
