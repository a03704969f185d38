import { PassThrough } from 'node:stream';
import { createAuthenticator } from '@contract-kit/middleware';
import { allScopes } from '@product-content/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#testing/index.ts';
import { readConfig } from '../config/index.ts';
import { KeyRepository, keyPrefix } from '../features/keys/index.ts';
import { describeError } from './describe-error.ts';
import { createProgram } from './program.ts';

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test.drop());

/** Runs a command line and returns its output. */
async function pcm(...words: string[]) {
  const printed = { out: '', error: '' };
  const collect = (name: keyof typeof printed) => {
    const stream = new PassThrough();
    stream.setEncoding('utf8').on('data', (text) => {
      printed[name] += text;
    });
    return stream as unknown as NodeJS.WriteStream;
  };
  const config = { ...readConfig({ PUBLIC_URL: 'https://pim.example.com' }), databaseUrl: test.url };
  const output = { stdout: collect('out'), stderr: collect('error'), setExitCode: () => undefined };
  const failed = await createProgram(config, output)
    .parseAsync(words, { from: 'user' })
    .then(
      () => false,
      (error: Error) => {
        if (printed.error === '') printed.error = describeError(error);
        return true;
      },
    );
  return { ...printed, failed };
}

const json = async (...words: string[]) => JSON.parse((await pcm(...words, '--json')).out);
const createAcme = ['workspace', 'create', '--slug', 'acme', '--name', 'Acme', '--locales', 'en,de,fr'];

// Each test continues from the one before.
describe('pcm workspace', { shuffle: false }, () => {
  it('creates a workspace whose first locale and currency are its defaults', async () => {
    const created = await json(...createAcme, '--currencies', 'EUR,USD');
    expect(created).toMatchObject({ slug: 'acme', defaultLocale: 'en', defaultCurrency: 'EUR' });
    expect(created.id).toMatch(/^wsp_[0-9a-z]{26}$/);
    expect(await json('workspace', 'list')).toContainEqual(created);
    expect((await pcm('workspace', 'list')).out).toMatch(/^SLUG .*\n(?:.*\n)*acme +Acme +en,de,fr +EUR,USD +wsp_/);
  });

  it('names each wrong option', async () => {
    const wrong = await pcm(
      'workspace',
      'create',
      '--slug',
      'A!',
      '--name',
      'x',
      '--locales',
      'en',
      '--currencies',
      'X',
    );
    expect(wrong.failed).toBe(true);
    expect(wrong.error).toMatch(/^--slug: Must be .*\n--currencies: Must be /);
  });

  it('refuses a slug that is taken', async () => {
    expect(await pcm(...createAcme, '--currencies', 'EUR')).toMatchObject({
      failed: true,
      error: 'A workspace "acme" already exists.',
    });
  });
});

// Each test continues from the one before.
describe('pcm key', { shuffle: false }, () => {
  beforeAll(() =>
    json('workspace', 'create', '--slug', 'keys', '--name', 'Keys', '--locales', 'en', '--currencies', 'EUR'),
  );

  const create = ['key', 'create', '--workspace', 'keys', '--name', 'ci', '--scopes'];

  it('creates a key that works until it is revoked', async () => {
    const created = await json(...create, 'all', '--expires', '2099-01-01T00:00:00Z');
    expect(created).toEqual({
      key: expect.stringMatching(/^pcm_[0-9a-z]{26}_[0-9A-Za-z]{44}$/),
      id: expect.stringMatching(/^key_[0-9a-z]{26}$/),
      scopes: allScopes,
      expiresAt: '2099-01-01T00:00:00.000Z',
    });
    const store = new KeyRepository(test.database);
    const authenticate = async () => createAuthenticator({ prefix: keyPrefix, store }).verify(created.key);
    await expect(authenticate()).resolves.toMatchObject({ record: { name: 'ci' } });
    await pcm('key', 'revoke', created.id);
    await expect(authenticate()).rejects.toThrow('revoked');
  });

  it('lists keys without their secrets', async () => {
    const { key, id } = await json(...create, 'products:read');
    const secret = key.slice(key.lastIndexOf('_') + 1);
    for (const words of [
      ['key', 'list'],
      ['key', 'list', '--json'],
      ['key', 'list', '--workspace', 'keys'],
    ]) {
      const { out } = await pcm(...words);
      expect(out).toContain(id);
      expect(out).not.toContain(secret);
    }
  });

  it.each([
    ['a scope', [...create, 'products:red'], '"products:red" is not a scope'],
    ['a workspace', ['key', 'create', '--workspace', 'x', '--name', 'y', '--scopes', 'all'], 'No workspace "x" exists'],
    ['a key', ['key', 'revoke', 'key_x'], 'No API key "key_x" exists'],
    ['an instant', [...create, 'all', '--expires', '2027-01-01'], 'It must be an instant such as'],
    ['a command', ['key', 'make'], "unknown command 'make'"],
    ['an option', ['key', 'list', '--all'], "unknown option '--all'"],
  ])('rejects %s that does not exist', async (_, words, message) => {
    const response = await pcm(...words);
    expect(response.failed).toBe(true);
    expect(response.error).toContain(message);
    expect(response.out).toBe('');
  });

  it('does not create a key that has already expired', async () => {
    const response = await pcm(...create, 'all', '--expires', '2020-01-01T00:00:00Z');
    expect(response).toMatchObject({ failed: true, error: 'expiresAt: Must be in the future.' });
  });
});

describe('pcm', () => {
  it('says that the database is up to date', async () => {
    expect(await json('migrate')).toEqual({ applied: [] });
  });

  it('prints the OpenAPI document with the address of the installation', async () => {
    const document = JSON.parse((await pcm('openapi')).out);
    expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: 'https://pim.example.com/api/v1' }] });
  });

  it('lists the settings', async () => {
    expect(await json('settings')).toContainEqual({ name: 'PORT', default: '3000', description: expect.any(String) });
  });
});
