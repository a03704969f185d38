import { beforeAll, describe, expect, it } from 'vitest';
import { type App, sharedApp } from '../../support/app-server.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

const locales = [
  'en',
  'de',
  'fr',
  'it',
  'es',
  'pt',
  'nl',
  'pl',
  'cs',
  'sv',
  'da',
  'fi',
  'nb',
  'et',
  'lv',
  'lt',
  'hu',
  'ro',
];

let app: App;
let open: OpenWorkspace;
beforeAll(async () => {
  app = await sharedApp();
  open = await openWorkspace(app, { locales });
  await defineAttributes(1_001);
});

/** Definitions of attributes, faster than by requests. Nothing has read the catalog yet. */
async function defineAttributes(count: number): Promise<void> {
  await app.query(
    `insert into attribute (workspace_id, id, code, label, type, localizable, required, is_unique, usable_as_axis,
       position, created_at, updated_at)
     select $1, gen_random_uuid(), 'a' || n, 'a' || n, 'integer', false, false, false, false, n, now(), now()
     from generate_series(1, $2) as n`,
    [open.workspace.id, count],
  );
}

const values = (from: number, to: number) =>
  Object.fromEntries(Array.from({ length: to - from + 1 }, (_, index) => [`a${from + index}`, index]));

// API behavior 4.17.
describe('a product that is changed again and again', () => {
  it('has at most 1,000 attribute values, and can swap one of them for another', async () => {
    await open.product('ATTRIBUTES', { attributes: values(1, 999) });
    await open.patch('/products/ATTRIBUTES', { attributes: { a1000: 1 } });
    const refused = await open.api.patch('/products/ATTRIBUTES', { attributes: { a1001: 1 } });
    expectInvalid(refused, 'attributes');
    expect(refused.error.details?.fieldErrors?.attributes).toBe('Must have at most 1000 values.');
    const { attributes } = await open.patch('/products/ATTRIBUTES', { attributes: { a1: null, a1001: 1 } });
    expect(Object.keys(attributes as object)).toHaveLength(1_000);
  });

  it('does not grow beyond the maximum size of a request, and can shrink again', async () => {
    await open.product('GROWS');
    const write = (locale: string | undefined, length: number) =>
      open.api.patch('/products/GROWS', { translations: { [locale ?? '']: { description: 'x'.repeat(length) } } });
    for (const locale of locales.slice(0, 16)) expect((await write(locale, 65_000)).status).toBe(200);
    const refused = await write(locales[16], 65_000);
    expectInvalid(refused, 'translations');
    expect(refused.error.details?.fieldErrors?.translations).toBe('Makes the product larger than 1048576 bytes.');
    expect((await write(locales[0], 10)).status).toBe(200);
    expect((await write(locales[16], 65_000)).status).toBe(200);
  });

  it('does not get more values than one request may have', async () => {
    const options = Array.from({ length: 1_000 }, (_, index) => ({ code: `o${index}`, label: `o${index}` }));
    const codes = options.map(({ code }) => code);
    await open.product('VALUES');
    for (let index = 1; index <= 10; index += 1) await open.attribute(`many${index}`, 'multiselect', { options });
    const write = (index: number) => open.api.patch('/products/VALUES', { attributes: { [`many${index}`]: codes } });
    for (let index = 1; index <= 9; index += 1) expect((await write(index)).status).toBe(200);
    const refused = await write(10);
    expectInvalid(refused, 'attributes');
    expect(refused.error.details?.fieldErrors?.attributes).toBe('Gives the product more than 10000 values.');
  });
});
