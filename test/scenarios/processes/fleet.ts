import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestDatabase, createTestKey, createTestWorkspace, revokeTestKey } from '@product-content/server/testing';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { type AppProcess, type ProcessEnd, spawnApp } from '@product-content/test-support/app/app-process';
import { startRedis } from '@product-content/test-support/servers/redis-server';
import { s3Credentials, startS3 } from '@product-content/test-support/servers/s3-server';
import { type RoundRobin, startRoundRobin } from './round-robin.ts';

/** Two processes that serve requests and two that run jobs, on one PostgreSQL, one Redis and one bucket, behind a proxy. */
export interface Fleet {
  /** The address of the proxy, with the API's prefix. */
  readonly baseUrl: string;
  readonly proxy: RoundRobin;
  /** Requests through the proxy, or straight to one of the processes that serve them. */
  api(key: string, process?: 0 | 1): Api;
  createKey(): Promise<{ readonly id: string; readonly key: string }>;
  revokeKey(id: string): Promise<void>;
  query<Row extends object>(text: string): Promise<Row[]>;
  /** Ends a process and starts it again, on the same port; one that serves requests is sent requests again. */
  restart(which: FleetProcess, signal: 'SIGKILL' | 'SIGTERM'): Promise<ProcessEnd>;
  /** What the processes have logged. */
  takeLog(): string;
  stop(): Promise<void>;
}

export type FleetProcess = 'api 0' | 'api 1' | 'worker 0' | 'worker 1';
const names: readonly FleetProcess[] = ['api 0', 'api 1', 'worker 0', 'worker 1'];

export async function startFleet(env: Readonly<Record<string, string>> = {}): Promise<Fleet> {
  const [database, redis, bucket, proxy] = await Promise.all([
    createTestDatabase({ poolSize: 2 }),
    startRedis(),
    startS3(),
    startRoundRobin(),
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'product-content-fleet-'));
  const running = new Map<FleetProcess, AppProcess>();
  let log = '';
  const spawn = async (which: FleetProcess, port = '0') => {
    const [role = ''] = which.split(' ');
    const settings = {
      PORT: port,
      ROLE: role,
      // Each is on a machine of its own.
      DATA_DIR: join(folder, which.replace(' ', '-')),
      DATABASE_URL: database.url,
      REDIS_URL: redis.url,
      ASSETS_URL: `s3://files/fleet?endpoint=${encodeURIComponent(bucket.url)}`,
      AWS_ACCESS_KEY_ID: s3Credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: s3Credentials.secretAccessKey,
      PUBLIC_URL: proxy.origin,
      SEED: 'none',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      WEBHOOK_RETRY_SCHEDULE: Array(30).fill('1').join(),
      LOG_LEVEL: 'warn',
      ...env,
    };
    const app = await spawnApp(settings);
    running.set(which, app);
    return app;
  };
  const originOf = (which: FleetProcess) => new URL(running.get(which)?.baseUrl ?? '').origin;
  await Promise.all(names.map((which) => spawn(which)));
  for (const which of ['api 0', 'api 1'] as const) proxy.add(originOf(which));
  const workspace = await createTestWorkspace(database.database);
  const takeLog = () => {
    for (const app of running.values()) log += app.takeLog();
    return log;
  };
  return {
    baseUrl: `${proxy.origin}/api/v1`,
    proxy,
    api: (key, process) =>
      createApi(process === undefined ? `${proxy.origin}/api/v1` : `${originOf(`api ${process}`)}/api/v1`, key),
    createKey: () => createTestKey(database.database, workspace),
    revokeKey: (id) => revokeTestKey(database.database, id),
    query: async (text) => (await database.database.query<never>(text)).rows,
    async restart(which, signal) {
      const app = running.get(which) as AppProcess;
      const end = await app.kill(signal);
      log += app.takeLog();
      const isApi = which.startsWith('api');
      await spawn(which, isApi ? new URL(app.baseUrl).port : '0');
      if (isApi) await proxy.untilReady(originOf(which));
      return end;
    },
    takeLog,
    async stop() {
      proxy.close();
      await Promise.all([...running.values()].map((app) => app.kill('SIGKILL')));
      await Promise.all([redis.stop(), bucket.stop(), database.drop()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}
