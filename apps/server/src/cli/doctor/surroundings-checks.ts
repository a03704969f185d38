import { Resolver } from 'node:dns/promises';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { buffer } from 'node:stream/consumers';
import { apiPrefix } from '@product-content/contract';
import type { Config } from '../../config/index.ts';
import { openFileStore } from '../../files/index.ts';
import { livenessPath } from '../../http/health.ts';
import { systemIds } from '../../kernel/index.ts';
import type { Diagnosis, InstallationCheck } from './installation-check.ts';

const oldestNode = 24;
/** Bytes. With less free space, a large import or export may fill the disk. */
const leastFree = 2 ** 30;
/** A host name that always exists. */
const knownName = 'iana.org';

/** Whether everything the server uses beside its database works. */
export const surroundingsChecks: readonly InstallationCheck[] = [
  {
    name: 'settings',
    run: async ({ role, processes, rateLimitStore }) => ({
      detail: `ROLE ${role}, PROCESSES ${processes}, RATE_LIMIT_STORE ${rateLimitStore}`,
    }),
  },
  {
    name: 'node',
    run: async () => {
      const detail = `Node ${process.versions.node}`;
      if (Number.parseInt(process.versions.node, 10) >= oldestNode) return { detail };
      return { detail, advice: `Run it with Node ${oldestNode}, which \`pnpm install\` provides.` };
    },
  },
  {
    name: 'disk',
    async run({ dataDir }) {
      const { bavail, bsize } = await statfs(dataDir).catch(() => statfs('.'));
      const free = bavail * bsize;
      const detail = `${(free / 1e9).toFixed(1)} GB free for ${dataDir}`;
      return free >= leastFree
        ? { detail }
        : { detail, advice: 'Free some space: large files are written there first.' };
    },
  },
  { name: 'files', run: tryFileStore },
  { name: 'redis', run: ({ redisUrl }) => tryRedis(redisUrl) },
  {
    name: 'jobs',
    run: async ({ jobsUrl }) => {
      if (jobsUrl === null) return { detail: 'in the database' };
      if (/^rediss?:/.test(jobsUrl)) return tryRedis(jobsUrl);
      if (jobsUrl.startsWith('mongodb')) return tryMongo(jobsUrl);
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: jobsUrl, connectionTimeoutMillis: 5000 });
      await client.connect();
      await client.end();
      return { detail: 'in PostgreSQL' };
    },
  },
  { name: 'names', run: tryNames },
  { name: 'public-url', run: tryPublicUrl },
];

/** Writes a file, reads it and deletes it. */
async function tryFileStore({ files: location, dataDir }: Config): Promise<Diagnosis> {
  const detail = location.kind === 'folder' ? location.path : `bucket ${location.bucket}`;
  const store = await openFileStore({ location, spoolFolder: join(dataDir, 'spool'), ids: systemIds });
  const key = `doctor/${systemIds.next()}`;
  const content = Buffer.from('pcm doctor');
  await store.put(key, content);
  try {
    const read = await buffer(await store.open(key));
    return read.equals(content)
      ? { detail }
      : { detail, advice: 'A file was read with different content than was written.' };
  } finally {
    await store.delete([key]);
  }
}

/** Reads the version, and what Redis does when its memory is full. */
async function tryRedis(url: string | null): Promise<Diagnosis | null> {
  if (url === null) return null;
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, { lazyConnect: true, connectTimeout: 5000, retryStrategy: () => null });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    const [server, memory] = [await redis.info('server'), await redis.info('memory')];
    const fieldOf = (text: string, name: string) => new RegExp(`^${name}:(.*?)\\r?$`, 'm').exec(text)?.[1] ?? '';
    const version = fieldOf(server, 'valkey_version') || fieldOf(server, 'redis_version');
    const policy = fieldOf(memory, 'maxmemory_policy');
    const detail = `version ${version}, maxmemory-policy ${policy}`;
    if (Number.parseInt(version, 10) < 6) return { detail, advice: 'Upgrade to Redis 6 or later.' };
    if (policy === 'noeviction') return { detail };
    return { detail, advice: 'Set maxmemory-policy to noeviction: evicted counts let callers exceed the limit.' };
  } finally {
    redis.disconnect();
  }
}

async function tryMongo(url: string): Promise<Diagnosis> {
  const { MongoClient } = await import('mongodb');
  const client = new MongoClient(url, { serverSelectionTimeoutMS: 5000 });
  try {
    await client.db().command({ ping: 1 });
    return { detail: 'in MongoDB' };
  } finally {
    await client.close();
  }
}

/** Webhooks and downloads resolve host names with the name servers of the machine. */
async function tryNames({ webhookAllowPrivate }: Config): Promise<Diagnosis> {
  if (webhookAllowPrivate) return { detail: 'found by the system, as WEBHOOK_ALLOW_PRIVATE is set' };
  const resolver = new Resolver({ timeout: 2000, tries: 2 });
  const detail = `name servers ${resolver.getServers().join(', ')}`;
  try {
    await resolver.resolve4(knownName);
    return { detail };
  } catch (error) {
    const advice = `${(error as Error).message}: webhooks and downloads cannot resolve hosts. Check /etc/resolv.conf.`;
    return { detail, advice };
  }
}

/** Whether callers who follow the links in responses reach a server. */
async function tryPublicUrl({ publicUrl, host, port, role }: Config): Promise<Diagnosis | null> {
  if (role === 'worker') return null;
  if (publicUrl === null) {
    const detail = `not set: links name http://${host}:${port}`;
    if (['127.0.0.1', 'localhost', '::1'].includes(host)) return { detail };
    return { detail, advice: 'Set PUBLIC_URL to where callers reach the server.' };
  }
  const response = await fetch(publicUrl + livenessPath, { redirect: 'manual', signal: AbortSignal.timeout(5000) });
  const body = await response.text();
  const detail = publicUrl;
  if (response.status === 200 && body.includes('alive')) return { detail };
  return {
    detail,
    advice: `${livenessPath} returns ${response.status} there: make the proxy forward ${livenessPath} and ${apiPrefix}.`,
  };
}
