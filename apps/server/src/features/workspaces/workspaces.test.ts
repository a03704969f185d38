import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { systemClock, systemIds } from '../../kernel/index.ts';
import { WorkspaceCreateSchema, WorkspaceRepository, WorkspaceService } from './index.ts';

let test: TestDatabase;
let service: WorkspaceService;
beforeAll(async () => {
  test = await createTestDatabase();
  const repository = new WorkspaceRepository(test.database);
  service = new WorkspaceService({ repository, clock: systemClock, ids: systemIds });
});
afterAll(() => test.drop());

const acme = { slug: 'acme', name: 'Acme', locales: ['en', 'de-AT'], currencies: ['USD', 'EUR'] };

// Each test continues from the one before.
describe('workspaces', { shuffle: false }, () => {
  it('take their first locale and currency as defaults', async () => {
    const created = await service.create(acme);
    expect(created).toMatchObject({ ...acme, defaultLocale: 'en', defaultCurrency: 'USD' });
    expect(await service.get('acme')).toEqual(created);
    expect(await service.getById(created.id)).toEqual(created);
    expect(await service.list()).toEqual([created]);
  });

  it('have a unique slug', async () => {
    await expect(service.create(acme)).rejects.toMatchObject({ code: 'conflict' });
    expect(await service.list()).toHaveLength(1);
  });

  it('are not found by an unknown slug', async () => {
    await expect(service.get('nobody')).rejects.toMatchObject({ code: 'not_found' });
    await expect(service.getById(systemIds.next())).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['slug', { slug: 'Acme!' }],
    ['name', { name: ' ' }],
    ['locales', { locales: [] }],
    ['locales', { locales: ['en', 'en'] }],
    ['locales', { locales: ['english'] }],
    ['currencies', { currencies: ['EURO'] }],
  ])('refuse a wrong %s', (field, wrong) => {
    const result = WorkspaceCreateSchema.safeParse({ ...acme, ...wrong });
    expect(result.error?.issues[0]?.path[0]).toBe(field);
  });
});
