import type { ImportAccepted, ImportProfile } from '@product-content/contract';
import { type App, sharedApp } from '@product-content/test-support/app-server';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectError } from '../../support/app/expect-response.ts';
import { finished } from '../exports/run-export.ts';
import { expectInvalid, type OpenWorkspace, openWorkspace } from '../open-workspace.ts';

let app: App;
let open: OpenWorkspace;

beforeAll(async () => {
  app = await sharedApp();
});
beforeEach(async () => {
  open = await openWorkspace(app);
});

const input = {
  name: 'Supplier',
  mapping: { Code: 'sku', Titel: 'name', Gewicht: 'weight' },
  options: { decimalSeparator: 'comma', defaults: { brand: 'Kiln', status: 'draft' } },
};

async function save(body: object = input): Promise<ImportProfile> {
  const response = await open.api.post<ImportProfile>('/import-profiles', body);
  expect(response.status, response.toString()).toBe(201);
  return response.data;
}

const csv = 'Code;Titel;Gewicht;Notes\nA;Alpha;1.234;x\n';

function send(fields: Readonly<Record<string, string>>) {
  const form = new FormData();
  form.set('file', new Blob([csv]), 'products.csv');
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return open.api.post<ImportAccepted>('/imports', form);
}

async function run(fields: Readonly<Record<string, string>>) {
  const response = await send(fields);
  expect(response.status, response.toString()).toBe(202);
  return { accepted: response.data, job: await finished(open.api, response.data) };
}

describe('an import profile', () => {
  it('keeps a mapping and options as they were sent', async () => {
    const profile = await save({ ...input, options: { ...input.options, header: true, decimalSeparator: ',' } });
    expect(profile).toEqual({
      ...input,
      id: expect.stringMatching(/^imp_/),
      options: { ...input.options, header: 'true' },
      createdAt: expect.any(String),
      updatedAt: profile.createdAt,
    });
    expect((await open.api.get(`/import-profiles/${profile.id}`)).data).toEqual(profile);
    expect((await open.api.get('/import-profiles')).data).toEqual([profile]);
  });

  it('changes in part, and has a name that is unique in the workspace', async () => {
    const profile = await save();
    const other = await save({ name: 'Other' });
    expect(other).toMatchObject({ mapping: null, options: {} });
    const path = `/import-profiles/${profile.id}`;
    expect(await open.patch(path, { mapping: null })).toMatchObject({ mapping: null, options: input.options });
    expect(await open.patch(path, { options: {} })).toMatchObject({ mapping: null, options: {} });
    expectError(await open.api.patch(path, { name: 'Other' }), 'conflict');
    expectError(await open.api.post('/import-profiles', { name: 'Other' }), 'conflict');
  });

  it('is changed and deleted only in the version that If-Match names', async () => {
    const { id } = await save();
    const path = `/import-profiles/${id}`;
    const first = (await open.api.get(path)).headers.get('etag') ?? '';
    const changed = await open.api.patch(path, { name: 'Renamed' }, { 'if-match': first });
    expect(changed.status).toBe(200);
    const tag = changed.headers.get('etag') ?? '';
    expect(tag).not.toBe(first);
    expectError(await open.api.patch(path, { name: 'Late' }, { 'if-match': first }), 'precondition_failed');
    const attempts = await Promise.all(
      ['One', 'Two'].map((name) => open.api.patch(path, { name }, { 'if-match': tag })),
    );
    expect(attempts.map(({ status }) => status).sort()).toEqual([200, 412]);
    const last = (await open.api.get(path)).headers.get('etag') ?? '';
    expect((await open.api.patch(path, {})).headers.get('etag')).toBe(last);
    expect((await open.api.delete(path, { 'if-match': last })).status).toBe(204);
    expectError(await open.api.get(path), 'not_found');
  });
});

describe('an import with a profile', () => {
  it('has its mapping and options, and its job shows both with the name of the profile', async () => {
    const { id, name } = await save();
    for (const reference of [id, name]) {
      const { accepted, job } = await run({ profile: reference });
      expect(accepted).toMatchObject({ profile: { id, name }, mapping: input.mapping, unmappedColumns: ['Notes'] });
      const settings = { profile: { id, name }, preset: null, mapping: input.mapping };
      expect(job.settings).toMatchObject({ ...settings, options: { ...input.options, mode: 'upsert' } });
      expect(job.errors).toEqual([]);
    }
    expect(await open.read('/products/A')).toMatchObject({ name: 'Alpha', weight: 1234, brand: 'Kiln' });
  });

  it('lets the request override the profile, and its defaults entry by entry', async () => {
    await save();
    const fields = { profile: 'Supplier', decimalSeparator: 'point', defaults: '{"status":"approved"}' };
    const { job } = await run(fields);
    expect(job.settings).toMatchObject({
      options: { decimalSeparator: 'point', defaults: { brand: 'Kiln', status: 'approved' } },
    });
    expect(await open.read('/products/A')).toMatchObject({ weight: 1.234, brand: 'Kiln', status: 'approved' });
  });

  it('continues unchanged when the profile is deleted', async () => {
    const { id, name } = await save();
    const { data } = await send({ profile: id });
    await open.remove(`/import-profiles/${id}`);
    const job = await finished(open.api, data);
    expect(job).toMatchObject({ status: 'completed', errorCount: 0, settings: { profile: { id, name } } });
    expectInvalid(await send({ profile: id }), 'profile');
  });
});
