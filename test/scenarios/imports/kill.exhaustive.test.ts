import type { Job } from '@product-content/contract';
import { type OwnApp, startApp } from '@product-content/test-support/app-server';
import { beforeAll, expect, it } from 'vitest';
import { finished } from '../exports/run-export.ts';
import { type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { sendFile } from './run-import.ts';

let app: OwnApp;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await startApp({ env: { RATE_LIMIT: '100000' } });
  open = await openWorkspace(app);
});

const third = 2500;
const numbers = Array.from({ length: third }, (_, number) => number);

/** Rows that name a product again. */
const again = numbers.slice(0, 20);

/** Variants, then as many products, then the variants' parents, for which those wait, then some of the products again. */
const content = [
  'sku,name,type,parent,variantAxes,attributes.size',
  ...numbers.map((number) => `V${number},,variant,P${number},,${number}`),
  ...numbers.map((number) => `S${number},Product ${number},simple,,,`),
  ...numbers.map((number) => `P${number},Parent ${number},parent,,size,`),
  ...again.map((number) => `S${number},Renamed ${number},simple,,,`),
].join('\n');

/** Ends a lease that nobody renews any more, for which a server waits half a minute otherwise. */
const endLease = () =>
  app.query("update job set due_at = statement_timestamp() - interval '1 second' where lease is not null");

it('an import whose server is repeatedly killed is taken over: no row is applied twice, and repeated ones are found', async () => {
  await open.attribute('size', 'integer', { usableAsAxis: true });
  const { data: accepted } = await sendFile(open.api, { content });
  const processed = async () => (await open.read<Job>(`/jobs/${accepted.jobId}`)).progress.processed;
  const seen: number[] = [];
  // Among the products, among the parents, and among the variants that waited.
  for (const least of [500, third + 500, 2 * third + 500]) {
    await expect.poll(processed, { interval: 5 }).toBeGreaterThanOrEqual(least);
    await app.kill('SIGKILL');
    await endLease();
    await app.restart();
    seen.push(await processed());
  }
  const rows = 3 * third + again.length;
  expect(seen.every((count) => count < rows)).toBe(true);

  const job = await finished(open.api, accepted);
  const all = 3 * third;
  expect(job).toMatchObject({ status: 'completed', errorCount: 0, progress: { processed: rows, total: rows } });
  expect(job.result).toMatchObject({ total: rows, created: all, updated: again.length, unchanged: 0, failed: 0 });
  expect(job.warnings.map(({ row, relatedRow }) => [row, relatedRow])).toEqual(
    again.map((number) => [all + number + 1, third + number + 1]),
  );
  const [made] = await app.query(
    `select
       (select count(*)::integer from product where workspace_id = $1) as products,
       (select count(*)::integer from product_version where workspace_id = $1) as versions,
       (select count(*)::integer from outbox where workspace_id = $1 and type = 'product.created') as events,
       (select count(*)::integer from outbox where workspace_id = $1 and type = 'import.completed') as ends,
       (select count(*)::integer from import_row where workspace_id = $1) as kept,
       (select count(*)::integer from import_key where workspace_id = $1) as keys`,
    [open.workspace.id],
  );
  // A parent has one version more: its variant came in a later batch.
  expect(made).toEqual({ products: all, versions: all + third + again.length, events: all, ends: 1, kept: 0, keys: 0 });
}, 90_000);

it('an import whose server is killed while it archives products is taken over, and archives each once', async () => {
  const own = await openWorkspace(app);
  const products = numbers.map((number) => `S${number},Product ${number}`);
  const first = await sendFile(own.api, { content: `sku,name\n${products.join('\n')}\n` });
  await finished(own.api, first.data);
  const { data: accepted } = await sendFile(own.api, {
    content: 'sku,name\nS0,Product 0\n',
    options: { missing: 'archive' },
  });
  const archived = async () => {
    const text = `select count(*)::integer as products from product where workspace_id = $1 and status = 'archived'`;
    const [counted] = (await app.query(text, [own.workspace.id])) as { products: number }[];
    return counted?.products ?? 0;
  };
  await expect.poll(archived, { interval: 5 }).toBeGreaterThanOrEqual(500);
  await app.kill('SIGKILL');
  await endLease();
  await app.restart();
  const job = await finished(own.api, accepted);
  expect(job).toMatchObject({ status: 'completed', errorCount: 0, result: { archived: third - 1, unchanged: 1 } });
  const [made] = await app.query('select count(*)::integer as versions from product_version where workspace_id = $1', [
    own.workspace.id,
  ]);
  expect([await archived(), made]).toEqual([third - 1, { versions: 2 * third - 1 }]);
}, 90_000);
