import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyRecord, type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

const english = { name: 'Mug', description: 'Blue.', bullets: ['Stoneware'], shortDescription: null };

beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app);
  await open.attribute('care', 'text', { localizable: true });
  await open.attribute('note', 'text', { localizable: true });
  await open.attribute('size', 'text', { usableAsAxis: true });
  await open.collection('summer');
  await open.product('MUG', {
    ...english,
    type: 'parent',
    variantAxes: ['size'],
    collections: ['summer'],
    attributes: { care: 'Wash.', size: 'L' },
    translations: {
      de: { name: 'Tasse', shortDescription: 'Kurz.', attributes: { care: 'Spülen.', note: 'Neu.' } },
      fr: { bullets: ['Grès'] },
    },
  });
  await open.product('MUG-S', {
    type: 'variant',
    parent: 'MUG',
    attributes: { size: 'S' },
    translations: { de: { name: 'Kleine Tasse' } },
  });
});

const inLocale = (locale: string, query = '') => open.read(`/products/MUG?locale=${locale}${query}`);

// API behavior 6.8.
describe('a product in a locale', () => {
  it('shows the content of that language, and of the default one if there is none', async () => {
    const german = await inLocale('de');
    expect(german).toMatchObject({ name: 'Tasse', shortDescription: 'Kurz.', description: 'Blue.', locale: 'de' });
    expect(german).toMatchObject({ bullets: ['Stoneware'], attributes: { care: 'Spülen.', note: 'Neu.', size: 'L' } });
    expect((german.fallbackFields as string[]).toSorted()).toEqual(['bullets', 'description']);
    const french = await inLocale('fr');
    expect(french).toMatchObject({ name: 'Mug', bullets: ['Grès'], attributes: { care: 'Wash.', size: 'L' } });
    expect((french.fallbackFields as string[]).toSorted()).toEqual(['attributes.care', 'description', 'name']);
  });

  it('is otherwise the product itself, without its translations', async () => {
    const { translations: _, ...plain } = await open.read('/products/MUG');
    const { name, shortDescription, attributes } = await inLocale('de');
    const { locale, fallbackFields, ...german } = await inLocale('de');
    expect(german).toEqual({ ...plain, name, shortDescription, attributes });
    expect([locale, Array.isArray(fallbackFields)]).toEqual(['de', true]);
  });

  it('shows the default language without falling back', async () => {
    expect(await inLocale('en')).toMatchObject({ ...english, locale: 'en', fallbackFields: [] });
  });

  it('is shown in the languages of the workspace only', async () => {
    for (const locale of ['es', 'de-AT', 'DE', 'de_DE', '*']) {
      expectInvalid(await open.api.get(`/products/MUG?locale=${locale}`), 'locale');
      expectInvalid(await open.api.get(`/products?locale=${locale}`), 'locale');
      expectInvalid(await open.api.get(`/collections/summer/products?locale=${locale}`), 'locale');
    }
  });

  it('shows its variants in that language too', async () => {
    const { variants } = await open.read<{ variants: AnyRecord[] }>('/products/MUG?locale=de&include=variants');
    expect(variants).toMatchObject([{ sku: 'MUG-S', name: 'Kleine Tasse', locale: 'de', fallbackFields: [] }]);
    expect(variants[0]).not.toHaveProperty('translations');
  });

  it('is the same in lists and in collections', async () => {
    const { completenessDetails: _, ...german } = await inLocale('de');
    const [listed] = await open.read<AnyRecord[]>('/products?locale=de&sku=MUG');
    expect(listed).toEqual(german);
    expect(await open.read('/collections/summer/products?locale=de')).toEqual([german]);
    const [family] = await open.read<AnyRecord[]>('/products?locale=de&include=variants');
    expect(family).toMatchObject({ ...german, variants: [{ sku: 'MUG-S', name: 'Kleine Tasse' }] });
  });
});

describe('the tag of a view', () => {
  const views = ['', '?locale=de', '?locale=fr', '?include=variants', '?locale=de&include=variants'];
  const tags = async () => Promise.all(views.map(async (view) => (await open.api.get(`/products/MUG${view}`)).etag));

  it('is distinct, and changes when anything it shows changes', async () => {
    const first = await tags();
    expect(new Set(first).size).toBe(views.length);
    await open.patch('/products/MUG-S', { stock: 1 });
    const second = await tags();
    expect(second.map((tag, index) => tag === first[index])).toEqual([true, true, true, false, false]);
    await open.patch('/products/MUG', { stock: 1 });
    const third = await tags();
    expect(third.some((tag, index) => tag === second[index])).toBe(false);
    expect(await tags()).toEqual(third);
  });

  it('returns 304 until then', async () => {
    for (const view of views) {
      const { etag } = await open.api.get(`/products/MUG${view}`);
      const again = await open.api.get(`/products/MUG${view}`, { 'if-none-match': etag });
      expect([again.status, again.text, again.etag]).toEqual([304, '', etag]);
    }
    const { etag } = await open.api.get('/products/MUG?include=variants');
    await open.patch('/products/MUG-S', { stock: 2 });
    expect((await open.api.get('/products/MUG?include=variants', { 'if-none-match': etag })).status).toBe(200);
  });
});

describe('an unknown view', () => {
  it.each(['include=images', 'include=variants,images', 'lang=de', 'locale='])('%s is refused', async (query) => {
    expectInvalid(await open.api.get(`/products/MUG?${query}`), query.split('=')[0] as string);
  });
});
