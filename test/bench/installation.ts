import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@product-content/test-support/embedded-postgres';
import pg from 'pg';
import type { Scale } from './benchmark.ts';
import { type MeasuredServer, startServer } from './processes.ts';
import { sampleProduct } from './sample-product.ts';

/** The reference server on an empty database of its own, with a folder for files. */
export interface Installation {
  readonly server: MeasuredServer;
  readonly folder: string;
  readonly databaseUrl: string;
  /** For what the API has no request for: copies of many products, states of jobs. */
  readonly database: pg.Client;
  /** `Authorization` with a key of all scopes. */
  readonly headers: Readonly<Record<string, string>>;
  readonly workspaceId: string;
  /** Sends JSON and reads what comes back. @throws Error with the response unless it is a success. */
  send<T = unknown>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T>;
  /** The entity tag of what a GET responds with. */
  entityTag(path: string): Promise<string>;
  /** Creates `count` products in bulk; see {@link sampleProduct}. */
  fill(prefix: string, count: number): Promise<void>;
  /** Waits for the end of the newest job. @throws Error unless it completed without row errors. */
  newestJob(): Promise<FinishedJob>;
}

/** A job that has completed. */
export interface FinishedJob {
  readonly jobId: string;
  /** From its start to its end, in milliseconds. */
  readonly durationMs: number;
}

const bulkSize = 500;

/** An installation, and how to remove it. */
interface OpenInstallation {
  readonly installation: Installation;
  close(): Promise<void>;
}

/** Runs `work` on a fresh installation and removes it afterwards, whatever happens. */
export async function withInstallation<T>(
  scale: Scale,
  work: (installation: Installation) => Promise<T>,
  env: Readonly<Record<string, string>> = {},
): Promise<T> {
  const { installation, close } = await openInstallation(scale, env);
  try {
    return await work(installation);
  } finally {
    await close();
  }
}

let shared: Promise<OpenInstallation> | undefined;

/**
 * Runs `work` on a fresh installation. In a quick run, whose figures mean nothing, benchmarks share one: `work` must not
 * depend on what others have left there.
 */
export async function withSharedInstallation<T>(
  scale: Scale,
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  if (!scale.quick) return withInstallation(scale, work);
  shared ??= openInstallation(scale, {});
  return work((await shared).installation);
}

/** Removes the installation that benchmarks have shared. */
export async function closeSharedInstallation(): Promise<void> {
  await (await shared)?.close();
}

async function openInstallation(scale: Scale, env: Readonly<Record<string, string>>): Promise<OpenInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'product-content-bench-'));
  const postgres = await startEmbeddedPostgres({ onDisk: !scale.quick });
  let server: MeasuredServer | undefined;
  let database: pg.Client | undefined;
  const close = async () => {
    await database?.end();
    await server?.stop();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const databaseUrl = await postgres.createDatabase('bench');
    server = await startServer({ DATABASE_URL: databaseUrl, DATA_DIR: folder, ...env }, scale.nodeFlags);
    database = new pg.Client({ connectionString: databaseUrl });
    await database.connect();
    const key = (await readFile(join(folder, 'demo-key'), 'utf8')).trim();
    const { rows } = await database.query<{ id: string }>('select id from workspace limit 1');
    const parts = { folder, databaseUrl, server, database, key, workspaceId: rows[0]?.id ?? '' };
    return { installation: createInstallation(parts), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Parts = Pick<Installation, 'folder' | 'databaseUrl' | 'server' | 'database' | 'workspaceId'> & { key: string };

function createInstallation({ key, ...parts }: Parts): Installation {
  const headers = { authorization: `Bearer ${key}` };
  const { server, database } = parts;
  const installation: Installation = {
    ...parts,
    headers,
    send: (method, path, body, more = {}) =>
      sendJson(server.url + path, method, body, { ...headers, 'content-type': 'application/json', ...more }),
    async entityTag(path) {
      const response = await fetch(server.url + path, { headers });
      await response.arrayBuffer();
      return response.headers.get('etag') ?? '';
    },
    async fill(prefix, count) {
      for (let from = 0; from < count; from += bulkSize) {
        const items = Array.from({ length: Math.min(bulkSize, count - from) }, (_, index) =>
          sampleProduct(prefix, from + index),
        );
        await installation.send('POST', '/products/bulk', { items });
      }
    },
    newestJob: () => awaitNewestJob(database),
  };
  return installation;
}

/**
 * Sends JSON and reads what comes back, null for an empty body.
 *
 * @throws Error with the response when it is no success, or a bulk request with a failed item.
 */
export async function sendJson<T>(
  url: string,
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Promise<T> {
  const response = await fetch(url, { method, headers, body: body === undefined ? null : JSON.stringify(body) });
  const text = await response.text();
  const value = text === '' ? null : (JSON.parse(text) as { data?: { summary?: { failed: number } } });
  if (!response.ok || (value?.data?.summary?.failed ?? 0) > 0) {
    throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
  }
  return value as T;
}

interface JobRow {
  readonly id: string;
  readonly status: string;
  readonly errors: number;
  readonly duration_ms: number;
}

/** Looks at the table, because asking the API would take time from what is measured. */
async function awaitNewestJob(database: pg.Client): Promise<FinishedJob> {
  for (;;) {
    const { rows } = await database.query<JobRow>(
      `select id, status, error_count as errors,
         extract(epoch from finished_at - started_at)::float8 * 1000 as duration_ms
       from job order by created_at desc limit 1`,
    );
    const [job] = rows;
    if (job?.status === 'completed' && job.errors === 0) return { jobId: job.id, durationMs: job.duration_ms };
    if (job?.status !== 'queued' && job?.status !== 'running') throw new Error(`The job ended ${JSON.stringify(job)}`);
    await delay(10);
  }
}
