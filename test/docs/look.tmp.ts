import { chmod, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnApp } from '@product-content/test-support/app/app-process';
import { findProgram } from '@product-content/test-support/optional-programs';
import { chromium } from 'playwright-core';

const out = process.argv[2] as string;
const only = process.argv[3];
const executablePath = findProgram('chromium') as string;
const dataFolder = await mkdtemp(join(tmpdir(), 'look-'));
await chmod(dataFolder, 0o755);
const app = await spawnApp({ PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'warn', WEBHOOK_ALLOW_PRIVATE: 'true' });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const key = (await readFile(join(dataFolder, 'demo-key'), 'utf8')).trim();
  const send = async (method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData;
    const r = await fetch(`${app.baseUrl}${path}`, {
      method,
      headers: { Authorization: `Bearer ${key}`, ...(!isForm && body && { 'Content-Type': 'application/json' }) },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await r.text();
    if (r.status >= 400) console.log(method, path, r.status, text.slice(0, 300));
    return text === '' ? null : JSON.parse(text);
  };
  const importFile = async (name: string, content: Buffer | string, extra: Record<string, string> = {}) => {
    const form = new FormData();
    form.set('file', new Blob([content as never]), name);
    for (const [k, v] of Object.entries(extra)) form.set(k, v);
    const { data } = (await send('POST', '/imports', form)) ?? {};
    if (!data) return null;
    for (;;) {
      const job = (await send('GET', `/jobs/${data.jobId}`)).data;
      if (job.finishedAt) return job;
      await new Promise((r) => setTimeout(r, 200));
    }
  };
  await importFile('apparel.csv', await readFile('/work/shared/data/shopify/apparel.csv'));
  await importFile('products.csv', await readFile('/work/shared/data/magento/products.csv'), { dryRun: 'true' });
  const bad = await importFile('prices of July.csv', 'sku,name,price\nMUG-1,Mug,9.90\nMUG-2,Cup,a lot\nMUG-3,,8\nMUG-1,Mug,9\n');
  for (const name of (await readdir('/work/shared/data/icecat/images')).slice(0, 9)) {
    const form = new FormData();
    form.set('file', new Blob([await readFile(`/work/shared/data/icecat/images/${name}`)]), name);
    form.set('folder', '/icecat');
    await send('POST', '/assets', form);
  }
  await send('POST', '/attribute-groups', { code: 'looks', label: 'Looks' });
  await send('POST', '/attributes', { code: 'hue', label: 'Colour', type: 'select', group: 'looks', usableAsAxis: true, options: [{ code: 'blue', label: 'Blue' }, { code: 'red', label: 'Red' }, { code: 'green', label: 'Green' }] });
  await send('POST', '/attributes', { code: 'sz', label: 'Size', type: 'select', usableAsAxis: true, options: [{ code: 's', label: 'S' }, { code: 'm', label: 'M' }, { code: 'l', label: 'L' }] });
  await send('POST', '/products', { sku: 'SHIRT', name: 'Shirt', type: 'parent', variantAxes: ['hue', 'sz'] });
  for (const [h, s] of [['blue', 's'], ['blue', 'm'], ['red', 'l']]) await send('POST', '/products', { sku: `SHIRT-${h}-${s}`.toUpperCase(), type: 'variant', parent: 'SHIRT', attributes: { hue: h, sz: s } });
  await send('POST', '/keys', { name: 'shop sync', scopes: ['products:read', 'catalog:read'] });
  const hook = (await send('POST', '/webhooks', { url: 'http://127.0.0.1:9/hooks', events: ['*'], description: 'Shop' })).data;
  await send('POST', '/products', { sku: 'TEAPOT-1', name: 'Teapot', price: 'a lot' });
  await send('POST', '/products', { sku: 'TEAPOT-1', name: 'Teapot', price: 39 });
  await send('PATCH', '/products/TEAPOT-1', { brand: 'Acme', description: '<p>For <b>tea</b></p>' });
  const channels = (await send('GET', '/channels')).data;
  const channel = channels[0] ?? (await send('POST', '/channels', { code: 'feed', name: 'Feed', type: 'feed', platform: 'csv_feed' })).data;
  const pub = (await send('POST', `/channels/${channel.id}/publish`, {})).data;
  await send('POST', '/export-profiles', { name: 'Price list', format: 'csv', columns: ['sku', 'name', 'prices.EUR'] });
  const product = (await send('GET', '/products?limit=60&has_images=true')).data.find((p: any) => p.type !== 'variant');
  const category = (await send('GET', '/categories?format=flat')).data[0];
  const collections = (await send('GET', '/collections')).data;
  const asset = (await send('GET', '/assets?limit=1')).data[0];
  await new Promise((r) => setTimeout(r, 3000));
  const delivery = (await send('GET', `/webhooks/${hook.id}/deliveries`)).data[0];
  const refused = (await send('GET', '/requests?status=4xx')).data[0];
  const me = (await send('GET', '/me')).data;
  type Act = (page: import('playwright-core').Page) => Promise<void>;
  const pages: [string, string, Act?][] = [
    ['overview', 'overview'], ['products', 'products'], ['products-search', 'products?q=shirt'],
    ['product', `products/${encodeURIComponent(product.sku)}`], ['product-fields', `products/${encodeURIComponent(product.sku)}?tab=fields`],
    ['product-edit', `products/${encodeURIComponent(product.sku)}/edit`],
    ['product-parent', 'products/SHIRT'],
    ['variants', 'products/SHIRT', async (p) => { await p.getByRole('button', { name: 'Add variants' }).click(); await p.getByRole('checkbox').first().check(); }],
    ['version', 'products/TEAPOT-1?version=2'],
    ['categories', 'categories'], ['category', `categories/${category?.code}`], ['attributes', 'attributes'], ['attribute', 'attributes/hue'],
    ['attribute-new', 'attributes', async (p) => { await p.getByRole('button', { name: 'Create attribute' }).click(); }],
    ['collections', 'collections'], ['collection', `collections/${collections[0]?.code}`], ['assets', 'assets'], ['asset', `assets/${asset.id}`],
    ['channels', 'channels'], ['channel', `channels/${channel.id}`], ['channel-products', `channels/${channel.id}?tab=products`], ['channel-mapping', `channels/${channel.id}?tab=mapping`], ['channel-settings', `channels/${channel.id}?tab=settings`],
    ['channel-new', 'channels/new'], ['imports', 'imports'],
    ['imports-checked', 'imports', async (p) => { await p.locator('input[type=file]').setInputFiles('/work/shared/data/shopify/jewelery.csv'); await p.getByText('completed', { exact: true }).waitFor(); }],
    ['exports', 'exports'], ['export-form', 'exports', async (p) => { await p.getByRole('button', { name: 'Export products' }).click(); }],
    ['jobs', 'jobs'], ['job', `jobs/${bad.jobId}`], ['job-publication', `jobs/${pub?.jobId}`],
    ['requests', 'requests'], ['request', `requests/${refused?.requestId}`], ['webhooks', 'webhooks'], ['webhook', `webhooks/${hook.id}`], ['delivery', `webhooks/${hook.id}/deliveries/${delivery?.id}`],
    ['webhook-new', 'webhooks', async (p) => { await p.getByRole('button', { name: 'Register endpoint' }).click(); }],
    ['events', 'events'], ['keys', 'keys'], ['key', `keys/${me.key.id}`], ['playground', 'playground?operation=products.create'],
  ];
  await mkdir(out, { recursive: true });
  const widths = { d: 1280, p: 390 };
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, width] of Object.entries(widths)) {
      const page = await browser.newPage({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' });
      page.setDefaultTimeout(60_000);
      page.on('console', (m) => m.type() === 'error' && console.log(colorScheme, name, m.text().slice(0, 200)));
      await page.goto(new URL('/console', app.baseUrl).href);
      await page.getByLabel('API key').fill(key);
      if (name === 'd') await page.screenshot({ path: join(out, `signin-${colorScheme}-${name}.png`) });
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
      for (const [id, address, act] of pages) {
        if (only && !id.match(only)) continue;
        try {
          await page.goto(new URL(`/console#/overview`, app.baseUrl).href);
          await page.goto(new URL(`/console#/${address}`, app.baseUrl).href);
          await page.waitForLoadState('networkidle');
          await page.waitForFunction("document.querySelector('.mantine-Skeleton-root') === null", undefined, { timeout: 5000 });
          await act?.(page);
          await page.waitForTimeout(150);
          const height = await page.evaluate<number>('Math.min(document.documentElement.scrollHeight, 2200)');
          await page.screenshot({ path: join(out, `${id}-${colorScheme}-${name}.png`), clip: { x: 0, y: 0, width, height }, fullPage: true });
        } catch (error) {
          console.log(id, colorScheme, name, String(error).slice(0, 300));
        }
      }
      await page.close();
    }
  }
} finally {
  await browser.close();
  await app.kill('SIGTERM');
  await rm(dataFolder, { recursive: true, force: true });
}
