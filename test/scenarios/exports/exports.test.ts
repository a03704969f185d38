import type { Job } from '@product-content/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';
import { finished } from './run-export.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const send = (body: object, headers?: Record<string, string>) => open.api.post('/exports', body, headers);

/** The lines of a CSV file. */
async function lines(body: object): Promise<string[]> {
  const response = await send(body);
  expect(response.status, response.text).toBe(200);
  return response.text.split('\r\n').filter(Boolean);
}

/** A set of mugs: a parent in a category, with two variants. */
async function makeMugs(): Promise<void> {
  await open.attribute('size', 'select', { usableAsAxis: true, options: [{ code: 's' }, { code: 'l' }] });
  await open.category('mugs');
  await open.product('MUG', { type: 'parent', variantAxes: ['size'], category: 'mugs', status: 'approved' });
  await open.product('MUG-L', { type: 'variant', parent: 'MUG', attributes: { size: 'l' }, status: 'approved' });
  await open.product('MUG-S', { type: 'variant', parent: 'MUG', attributes: { size: 's' } });
  await open.product('PLATE', { price: 12.5 });
}

const bulk = async (count: number) => {
  for (let first = 0; first < count; first += 500) {
    const items = Array.from({ length: Math.min(500, count - first) }, (_, index) => {
      const sku = `P-${String(first + index).padStart(5, '0')}`;
      return { sku, name: `Product ${sku}` };
    });
    expect((await open.api.post('/products/bulk', { items })).status).toBe(200);
  }
};

describe('a synchronous export', () => {
  it('is a file with its name, type and content', async () => {
    await makeMugs();
    const response = await send({ columns: ['sku', 'name', 'price'], fileName: 'Preise für Köln' });
    expect(response.text).toBe('sku,name,price\r\nMUG,MUG,\r\nMUG-L,,\r\nMUG-S,,\r\nPLATE,PLATE,12.5\r\n');
    const field = (name: string) => response.headers.get(name);
    expect(field('content-type')).toBe('text/csv; charset=utf-8');
    expect(field('content-disposition')).toBe(
      `attachment; filename="Preise f?r K?ln.csv"; filename*=UTF-8''Preise%20f%C3%BCr%20K%C3%B6ln.csv`,
    );
    expect([field('x-export-count'), field('x-export-warnings')]).toEqual(['4', '0']);
  });

  it.each([
    ['csv', 'text/csv; charset=utf-8'],
    ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['xml', 'application/xml; charset=utf-8'],
    ['json', 'application/json'],
  ])('can be %s', async (format, type) => {
    await makeMugs();
    const response = await send({ format, columns: ['sku', 'price'] });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=products-\\d{4}-\\d\\d-\\d\\d.${format}$`),
    );
    expect(response.headers.get('x-export-count')).toBe('4');
    if (format !== 'xlsx') expect(response.text).toContain('PLATE');
    if (format === 'json') expect(response.body).toContainEqual({ sku: 'PLATE', price: 12.5 });
  });

  it('has the products of its filter, by default with the variants of parents', async () => {
    await makeMugs();
    const columns = ['sku'];
    expect(await lines({ columns, filter: { category: ['mugs'] } })).toEqual(['sku', 'MUG', 'MUG-L', 'MUG-S']);
    expect(await lines({ columns, filter: { category: 'mugs', status: 'approved' } })).toEqual(['sku', 'MUG', 'MUG-L']);
    expect(await lines({ columns, filter: { category: 'mugs' }, includeVariants: false })).toEqual(['sku', 'MUG']);
    expect(await lines({ columns, filter: { sort: 'sku:desc', top_level: true } })).toEqual(['sku', 'PLATE', 'MUG']);
    expect(await lines({ columns, filter: { q: 'nothing' } })).toEqual(['sku']);
  });

  it('has the columns its products use, in every locale and currency or in the requested ones', async () => {
    await makeMugs();
    await open.attribute('care', 'text', { localizable: true });
    await open.product('CUP', { attributes: { care: 'Wash' }, prices: { USD: 3 } });
    const header = async (body: object) => (await lines(body))[0]?.split(',') ?? [];
    const cup = await header({ filter: { sku: 'CUP' } });
    expect(cup.slice(0, 3)).toEqual(['sku', 'id', 'type']);
    expect(cup).toEqual(
      expect.arrayContaining(['attributes.care', 'translations.de.attributes.care', 'prices.EUR', 'prices.USD']),
    );
    expect(cup).not.toContain('attributes.size');
    const few = await header({ filter: { sku: 'CUP' }, locales: ['fr'], currencies: ['USD'] });
    expect(few).toContain('translations.fr.name');
    expect(few.filter((key) => /\.de\.|EUR/.test(key))).toEqual([]);
    expect(await header({ columns: ['sku', 'name'], locales: ['en', 'de'], currencies: ['USD'] })).toEqual([
      'sku',
      'name',
      'translations.de.name',
      'prices.USD',
    ]);
  });

  it('keeps spreadsheets from running product content', async () => {
    await open.product('MUG', { name: '=HYPERLINK("http://evil.example")' });
    const response = await send({ columns: ['sku', 'name'] });
    expect(response.text).toContain(`"'=HYPERLINK(""http://evil.example"")"`);
  });

  it('writes CSV with the requested delimiter and byte order mark', async () => {
    await open.product('MUG');
    const response = await fetch(`${app.baseUrl}/exports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${(await app.createKey(open.workspace)).key}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ columns: ['sku', 'name'], delimiter: ';', bom: true }),
    });
    expect(Buffer.from(await response.arrayBuffer()).toString('utf8')).toBe('\ufeffsku;name\r\nMUG;MUG\r\n');
  });

  it('returns the same bytes for the same Idempotency-Key, whatever has changed', async () => {
    await open.product('MUG');
    const key = { 'idempotency-key': 'export-1' };
    const first = await send({ columns: ['sku'] }, key);
    await open.product('PLATE');
    const again = await send({ columns: ['sku'] }, key);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(again.text).toBe(first.text);
    for (const name of ['content-type', 'content-disposition', 'x-export-count', 'x-export-warnings']) {
      expect(again.headers.get(name), name).toBe(first.headers.get(name));
    }
  });

  it('needs only its scope, and sees only its own workspace', async () => {
    await open.product('MUG');
    const other = await openWorkspace(app);
    await other.product('THEIRS');
    const { key } = await app.createKey(open.workspace, ['exports:read']);
    expect((await app.api(key).post('/exports', { columns: ['sku'] })).text).toBe('sku\r\nMUG\r\n');
    const without = await app.createKey(open.workspace, ['products:read']);
    expect(expectError(await app.api(without.key).post('/exports', {}), 'forbidden').message).toContain('exports:read');
  });

  it.each([
    [{ format: 'pdf' }, 'format'],
    [{ columns: ['sku', 'colour'] }, 'columns.1'],
    [{ columns: ['attributes.none'] }, 'columns.0'],
    [{ columns: [] }, 'columns'],
    [{ locales: ['it'] }, 'locales.0'],
    [{ currencies: ['EURO'] }, 'currencies.0'],
    [{ filter: { status: ['lost'] } }, 'filter.status.0'],
    [{ filter: { colour: 'red' } }, 'filter.colour'],
    [{ profile: 'none' }, 'profile'],
    [{ delimiter: '#' }, 'delimiter'],
    [{ format: 'json', delimiter: ';' }, 'delimiter'],
    [{ format: 'xlsx', bom: true }, 'bom'],
    [{ fileName: '../../etc/passwd' }, 'fileName'],
    [{ fileName: 'a\r\nSet-Cookie: b' }, 'fileName'],
    [{ zip: true }, 'zip'],
  ])('is refused for %j, at %s', async (body, path) => {
    expectInvalid(await send(body), path);
  });
});

describe('an export of more than 1,000 rows', () => {
  it('returns the job that makes it; with 1,000 rows it returns the file', async () => {
    await bulk(1000);
    const whole = await send({ columns: ['sku'] });
    expect([whole.status, whole.headers.get('x-export-count')]).toEqual([200, '1000']);
    await bulk(1001);
    const response = await send({ columns: ['sku'] });
    expect([response.status, response.data]).toMatchObject([202, { type: 'export', status: 'queued' }]);
    const job = await finished(open.api, response.data as unknown as Job);
    expect(job).toMatchObject({
      status: 'completed',
      errorCount: 0,
      progress: { processed: 1001, total: 1001, percent: 100 },
      result: {
        fileKey: expect.stringMatching(/^fil_[0-9a-z]{26}$/),
        fileName: expect.stringMatching(/^products-.*\.csv$/),
        count: 1001,
        warnings: 0,
        size: 1001 * 9 + 5,
      },
    });
  });

  it('causes an event when it is completed', async () => {
    await open.product('MUG');
    const response = await send({ async: true, format: 'json' });
    expect(response.status).toBe(202);
    const job = await finished(open.api, response.data as unknown as Job);
    const events = await open.newEvents();
    expect(events.at(-1)).toMatchObject({
      type: 'export.completed',
      payload: { jobId: job.jobId, type: 'export', status: 'completed', result: job.result },
    });
  });

  it('is accepted once for the same Idempotency-Key', async () => {
    const key = { 'idempotency-key': 'export-2' };
    const [first, again] = [await send({ async: true }, key), await send({ async: true }, key)];
    expect(again.text).toBe(first.text);
    expect((await open.api.get<Job[]>('/jobs?type=export')).data).toHaveLength(1);
  });

  it('reports columns that were deleted since its request', async () => {
    await open.attribute('color', 'text');
    await open.product('MUG');
    const { data: profile } = await open.api.post('/export-profiles', {
      name: 'Colors',
      columns: ['sku', 'attributes.color'],
    });
    await open.remove('/attributes/color');
    const response = await send({ profile: 'Colors' });
    expect([response.text, response.headers.get('x-export-warnings')]).toEqual(['sku\r\nMUG\r\n', '1']);
    const job = await finished(open.api, (await send({ profile: profile.id, async: true })).data as unknown as Job);
    expect(job).toMatchObject({
      result: { warnings: 1, count: 1 },
      errors: [{ column: 'attributes.color', code: 'not_found', row: null }],
    });
  });
});
