import { setTimeout as delay } from 'node:timers/promises';
import { createLines, findCatalog, loadCatalog } from '@product-content/catalog-loader';
import { catalogFolder, hasCatalogs } from '@product-content/catalog-loader/testing';
import { type ExportFormat, exportFormats, type Job } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestWorkspace } from '#testing/index.ts';
import { startTestApp, type TestApp } from '#testing/test-app.ts';
import type { WorkspaceSettings } from '../../kernel/index.ts';

describe.skipIf(!hasCatalogs)('the Icecat catalog', () => {
  let app: TestApp;
  let source: Caller;
  let stopWorker: () => Promise<void>;

  beforeAll(async () => {
    app = await startTestApp();
    const worker = await app.container.startJobWorker();
    stopWorker = () => worker.stop(1000);
    source = await callerOf(app.workspace);
    await load(source);
  }, 120_000);
  afterAll(async () => {
    await stopWorker();
    await app.stop();
  });

  /** A caller with a key of a workspace. */
  interface Caller {
    readonly key: string;
    send(address: string, init?: RequestInit): Promise<Response>;
  }

  async function callerOf(workspace: WorkspaceSettings): Promise<Caller> {
    const key = await app.createKey(undefined, workspace);
    const send = (address: string, { headers, ...init }: RequestInit = {}) =>
      fetch(new URL(address, `${app.baseUrl}/`), { ...init, headers: { ...headers, 'X-API-Key': key } });
    return { key, send };
  }

  /** Loads the catalog, or only its first products. */
  async function load({ key }: Caller, limit?: number): Promise<void> {
    await loadCatalog({
      api: { baseUrl: app.baseUrl, key },
      catalog: await findCatalog('icecat', catalogFolder),
      imageBase: 'https://images.example.com/',
      ...(limit !== undefined && { limit }),
      progress: createLines(() => undefined),
    });
  }

  async function jobOf(caller: Caller, response: Response): Promise<Job> {
    const { data } = (await response.json()) as { data: Job };
    for (;;) {
      const { data: job } = (await (await caller.send(`jobs/${data.jobId}`)).json()) as { data: Job };
      if (job.finishedAt !== null) return job;
      await delay(50);
    }
  }

  async function exportFile(caller: Caller, format: ExportFormat): Promise<Uint8Array<ArrayBuffer>> {
    const body = JSON.stringify({ format, async: true });
    const headers = { 'Content-Type': 'application/json' };
    const { links } = await jobOf(caller, await caller.send('exports', { method: 'POST', headers, body }));
    return new Uint8Array(await (await caller.send(String(links.download))).arrayBuffer());
  }

  /** Every product by SKU, as exported, without ids, which differ between workspaces. */
  async function productsOf(caller: Caller): Promise<ReadonlyMap<string, unknown>> {
    const rows = JSON.parse(Buffer.from(await exportFile(caller, 'json')).toString()) as { sku: string; id: string }[];
    return new Map(rows.map(({ id: _, ...row }) => [row.sku, row]));
  }

  it.each(exportFormats)(
    'is the same when it is exported as %s and imported elsewhere',
    async (format) => {
      const copy = await callerOf(await createTestWorkspace(app.container.database));
      await load(copy, 0);
      const form = new FormData();
      form.set('file', new Blob([await exportFile(source, format)]), `products.${format}`);
      const job = await jobOf(copy, await copy.send('imports', { method: 'POST', body: form }));
      expect([job.status, job.errors.slice(0, 3)], JSON.stringify(job.result)).toEqual(['completed', []]);
      const [expected, products] = [await productsOf(source), await productsOf(copy)];
      expect(products.size).toBe(1_289);
      expect(products).toEqual(expected);
    },
    60_000,
  );
});
