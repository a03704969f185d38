import type { Channel, ExportProfile } from '@product-content/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type App, sharedApp } from '../../../support/app-server.ts';
import { type OpenWorkspace, openWorkspace } from '../../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp({ ROLE: 'api' });
  open = await openWorkspace(app);
  await open.attribute('size', 'select', { usableAsAxis: true, options: [{ code: 's' }, { code: 'l' }] });
  await open.attribute('material', 'text', { filterable: true });
  await open.attribute('weight', 'decimal', { filterable: true });
  await open.attribute('released', 'date', { filterable: true });
  await open.attribute('note', 'text');
  const parent = { type: 'parent', variantAxes: ['size'], status: 'approved', attributes: { material: 'steel' } };
  await open.product('MUG', parent);
  const variant = { type: 'variant', parent: 'MUG', status: 'approved' };
  await open.product('MUG-L', { ...variant, attributes: { size: 'l', weight: 3, released: '2026-02-01' } });
  await open.product('MUG-S', { ...variant, attributes: { size: 's', material: 'clay', weight: 1 } });
  await open.product('PLATE', { status: 'approved', attributes: { material: 'clay, glazed', weight: 2 } });
});

/** The SKUs of an export's file. */
async function exported(body: object): Promise<string[]> {
  const file = await open.api.post('/exports', { columns: ['sku'], ...body });
  expect(file.status, file.text).toBe(200);
  return file.text.split('\r\n').slice(1).filter(Boolean);
}

async function refusal(path: string, body: object) {
  const { status, error, text } = await open.api.post(path, body);
  expect(status, text).toBe(422);
  return error.details?.fieldErrors;
}

const cases: [object, string[]][] = [
  [{ 'attributes.material': 'steel' }, ['MUG', 'MUG-L']],
  [{ 'attributes.material': ['clay', 'steel'] }, ['MUG', 'MUG-L', 'MUG-S']],
  [{ 'attributes.material': ['clay, glazed'] }, ['PLATE']],
  [{ 'attributes.material': '__blank__' }, []],
  [{ 'attributes.note': '__blank__' }, ['MUG', 'MUG-L', 'MUG-S', 'PLATE']],
  [{ 'attributes.weight': '__blank__' }, ['MUG']],
  [{ 'attributes.weight': 2 }, ['PLATE']],
  [{ 'attributes.weight_min': 2 }, ['MUG-L', 'PLATE']],
  [{ 'attributes.weight_min': '1.5', 'attributes.weight_max': 2 }, ['PLATE']],
  [{ 'attributes.released_min': '2026-01-01' }, ['MUG-L']],
];

describe('a filter on attributes in a body', () => {
  it.each(cases)(
    'selects for %j, including inherited values of variants, the exported products %j',
    async (filter, found) => {
      expect(await exported({ filter })).toEqual(found);
    },
  );

  it('means the same in a saved export after its attributes are no longer filterable', async () => {
    const names = ['material', 'weight', 'released'];
    const profiles = await Promise.all(
      cases.map(
        async ([filter], index) =>
          (await open.api.post<ExportProfile>('/export-profiles', { name: `P${index}`, filter })).data,
      ),
    );
    for (const name of names) await open.patch(`/attributes/${name}`, { filterable: false });
    for (const [index, { id }] of profiles.entries())
      expect(await exported({ profile: id })).toEqual(cases[index]?.[1]);
    for (const name of names) await open.patch(`/attributes/${name}`, { filterable: true });
    for (const [index, { id }] of profiles.entries())
      expect(await exported({ profile: id })).toEqual(cases[index]?.[1]);
  });

  it('is shown in a profile as it was saved', async () => {
    const filter = { 'attributes.weight_min': 2, 'attributes.material': 'clay,steel' };
    const { data } = await open.api.post<ExportProfile>('/export-profiles', { name: 'Heavy', filter });
    expect(data.filter).toEqual({ 'attributes.weight_min': ['2'], 'attributes.material': ['clay', 'steel'] });
  });

  it('decides which products are in the scope of a channel, even when one changes', async () => {
    const scope = { 'attributes.material': ['steel', 'clay'] };
    const shop = { code: 'steel', name: 'Steel', type: 'shop', platform: 'csv_feed', scope };
    const { data: channel } = await open.api.post<Channel>('/channels', shop);
    const inScope = async () => {
      const { data } = await open.api.get<{ sku: string }[]>(`/channels/${channel.id}/products`);
      return data.map(({ sku }) => sku).sort();
    };
    expect(channel.scope).toEqual(scope);
    expect(await inScope()).toEqual(['MUG', 'MUG-L', 'MUG-S']);
    await open.patch('/products/MUG', { attributes: { material: 'glass' } });
    expect(await inScope()).toEqual(['MUG-S']);
    await open.patch('/products/MUG', { attributes: { material: 'steel' } });
    expect(await inScope()).toEqual(['MUG', 'MUG-L', 'MUG-S']);
  });

  it.each([
    ['/exports', 'filter'],
    ['/export-profiles', 'filter'],
    ['/channels', 'scope'],
  ])('is refused by POST %s where an attribute is unknown or not filterable', async (path, field) => {
    const others = { name: 'X', code: 'x', type: 'shop', platform: 'csv_feed' };
    const body = path === '/exports' ? {} : path === '/channels' ? others : { name: 'X' };
    const filter = { 'attributes.note': 'x', 'attributes.unknown': ['y'], 'attributes.weight': 'heavy' };
    expect(Object.keys((await refusal(path, { ...body, [field]: filter })) ?? {}).sort()).toEqual([
      `${field}.attributes.note`,
      `${field}.attributes.unknown`,
      `${field}.attributes.weight`,
    ]);
  });

  it.each<[object, string]>([
    [{ 'attributes.__proto__': 'x' }, 'filter.attributes.__proto__'],
    [{ attributes: { material: 'x' } }, 'filter.attributes'],
    [{ 'attributes.material': [] }, 'filter.attributes.material'],
    [{ 'attributes.material': '' }, 'filter.attributes.material'],
    [{ 'attributes.material': {} }, 'filter.attributes.material'],
  ])('is refused for %j at %s', async (filter, field) => {
    expect(Object.keys((await refusal('/exports', { filter })) ?? {})).toEqual([field]);
  });

  it('is refused with more attributes than it may have, and with ten thousand keys', async () => {
    const keys = (length: number) => Array.from({ length }, (_, index) => [`attributes.a${index}`, 'x']);
    const problems = (length: number) => refusal('/exports', { filter: Object.fromEntries(keys(length)) });
    expect(await problems(21)).toEqual({ 'filter.attributes.a20': expect.stringContaining('At most 20') });
    expect(await problems(10_000)).toEqual({ filter: 'Must have at most 1000 members.' });
  });
});
