import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Api, createApi } from '@product-content/test-support/app/api';
import { type AppProcess, spawnApp } from '@product-content/test-support/app/app-process';
import { createScratchDatabase, type ScratchDatabase } from '@product-content/test-support/database';
import { run } from '@product-content/test-support/run-program';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { thinkMs } from '../processes/mixed-load.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** The commit of 1.0.0, in a repository with its history. */
const release = findRelease();

function findRelease(): string | undefined {
  const added = ['log', '--diff-filter=A', '--format=%H', '--', 'docs/releases/1.0.0/openapi.json'];
  const { stdout } = spawnSync('git', added, { cwd: root, encoding: 'utf8' });
  return stdout?.trim().split('\n').at(-1) || undefined;
}

describe.skipIf(release === undefined)('an upgrade from 1.0.0', { shuffle: false }, () => {
  let folder: string;
  let database: ScratchDatabase;
  const running: AppProcess[] = [];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'product-content-upgrade-'));
    database = await createScratchDatabase();
    const [archive, old] = [join(folder, '1.0.0.tar'), join(folder, '1.0.0')];
    await mkdir(old);
    await run(root, 'git', 'archive', '--output', archive, release as string);
    await run(old, 'tar', '-xf', archive);
    await run(old, 'npx', '--yes', 'pnpm@12', 'install', '--prefer-offline', '--frozen-lockfile');
  });
  afterAll(async () => {
    for (const app of running) if (app.isAlive()) await app.kill('SIGKILL');
    await database.drop({ force: true });
    await rm(folder, { recursive: true, force: true });
  });

  async function start(program?: string): Promise<AppProcess> {
    const env = { PORT: '0', SEED: 'none', LOG_LEVEL: 'error', RATE_LIMIT: '1000000', DATA_DIR: join(folder, 'data') };
    const app = await spawnApp({ ...env, DATABASE_URL: database.url }, program);
    running.push(app);
    return app;
  }

  it('loses no request while both releases run, if failed ones are repeated with their key', async () => {
    const old = await start(join(folder, '1.0.0/apps/server/src/main.ts'));
    const key = (await readFile(join(folder, 'data/demo-key'), 'utf8')).trim();
    let target: Api = createApi(old.baseUrl, key);
    const accepted: string[] = [];
    let writing = true;
    /** Half of its requests have a key: those are repeated, by then wherever requests go. */
    const write = async (writer: string) => {
      for (let round = 0; writing; round += 1) {
        const sku = `${writer}-${round}`;
        const headers: Record<string, string> = round % 2 === 0 ? { 'idempotency-key': sku } : {};
        const send = () => target.post('/products', { sku, name: sku }, headers);
        let { status } = await send();
        if (round % 2 === 0) while (status === 500) ({ status } = await send());
        expect({ sku, status }).toEqual({ sku, status: 201 });
        accepted.push(sku);
        await delay(thinkMs);
      }
    };
    const writers = Promise.all(['A', 'B', 'C'].map(write));
    const accepts = async (more: number) => {
      const enough = accepted.length + more;
      await Promise.race([writers, expect.poll(() => accepted.length).toBeGreaterThan(enough)]);
    };
    await accepts(100);
    const later = await start();
    // 1.0.0 serves requests without a key on the new schema. Those with a key wait for the new release.
    target = createApi(later.baseUrl, key);
    await accepts(100);
    expect(await old.kill('SIGTERM')).toBe(0);
    await accepts(50);
    writing = false;
    await writers;
    for (const sku of accepted) {
      const { status, data } = await target.get(`/products/${sku}`);
      expect({ sku, status, version: data.version }).toEqual({ sku, status: 200, version: 1 });
    }
  });

  const releaseMain = () => join(folder, '1.0.0/apps/server/src/main.ts');
  const connect = async ({ baseUrl }: AppProcess) =>
    createApi(baseUrl, (await readFile(join(folder, 'data/demo-key'), 'utf8')).trim());

  it('leaves 1.0.0 able to serve requests without a key, and to replay those it has stored', async () => {
    const old = await start(releaseMain());
    const api = await connect(old);
    const post = (sku: string, headers = {}) => api.post('/products', { sku, name: sku }, headers);
    expect((await post('LATE')).status).toBe(201);
    expect((await api.patch('/products/LATE', { name: 'Later' })).status).toBe(200);
    expect((await api.get('/products/LATE')).data).toMatchObject({ name: 'Later', version: 2 });
    expect((await post('KEYED', { 'idempotency-key': 'new' })).status).toBe(500);
    expect((await api.get('/products/KEYED')).status).toBe(404);
    // Its first request was served before the schema changed.
    const replay = await post('A-0', { 'idempotency-key': 'A-0' });
    expect([replay.status, replay.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
    expect(await old.kill('SIGTERM')).toBe(0);
  }, 60_000);

  it('keeps what either release has written, after going back to 1.0.0 and forward again', async () => {
    const [first, sku] = [await start(), 'BACK'];
    const before = await connect(first);
    for (const created of ['STAYS', 'GOES']) await before.post('/products', { sku: created, name: created });
    const { total } = (await before.get('/products?limit=1')).pagination;
    expect(await first.kill('SIGTERM')).toBe(0);

    const old = await start(releaseMain());
    const api = await connect(old);
    expect((await api.patch('/products/STAYS', { name: 'Changed' })).status).toBe(200);
    expect((await api.delete('/products/GOES')).status).toBe(204);
    expect((await api.post('/products', { sku, name: 'Back' })).status).toBe(201);
    const exported = await api.post<{ jobId: string }>('/exports', { async: true });
    const job = async () => (await api.get<{ status: string }>(`/jobs/${exported.data.jobId}`)).data.status;
    await expect.poll(job, { timeout: 30_000 }).toBe('completed');
    expect(await old.kill('SIGTERM')).toBe(0);

    const after = await connect(await start());
    expect((await after.get('/products/STAYS')).data).toMatchObject({ name: 'Changed', version: 2 });
    expect((await after.get('/products/GOES')).status).toBe(404);
    expect((await after.get(`/products?q=${sku.toLowerCase()}`)).data).toMatchObject([{ sku, version: 1 }]);
    expect((await after.get('/products?limit=1')).pagination.total).toBe(total);
    expect((await after.post('/products', { sku: 'KEYED', name: 'Keyed' }, { 'idempotency-key': 'new' })).status).toBe(
      201,
    );
  }, 120_000);
});
