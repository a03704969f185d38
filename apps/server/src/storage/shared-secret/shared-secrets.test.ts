import { createApi } from '@product-content/test-support/app/api';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '#testing/test-app.ts';
import { createTestDatabase, type TestDatabase } from '#testing/test-database.ts';
import { systemClock } from '../../kernel/index.ts';
import { SharedSecrets, secretKeyId } from './shared-secrets.ts';

const [oldKey, newKey] = ['old'.padEnd(32, '.'), 'new'.padEnd(32, '.')];

let test: TestDatabase;
beforeEach(async () => {
  test = await createTestDatabase();
  return () => test.drop();
});

const secretsWith = (...keys: string[]) => new SharedSecrets({ database: test.database, keys, clock: systemClock });

/** What is readable with access to the database alone. */
async function stored(): Promise<string[]> {
  const { rows } = await test.database.query<{ value: Buffer }>('select value from shared_secret');
  return rows.map(({ value }) => value.toString('base64url'));
}

describe('a shared secret', () => {
  it('is stored unencrypted without a key', async () => {
    expect(await stored()).toEqual([]);
    expect([await secretsWith().load('a')]).toEqual(await stored());
  });

  it('is the same for all processes, and encrypted in the database with a key', async () => {
    const secret = await secretsWith(newKey).load('a');
    expect(await secretsWith(newKey, oldKey).load('a')).toBe(secret);
    expect(await stored()).not.toContain(secret);
  });

  it('does not change when its key is introduced, changed or removed', async () => {
    const secret = await secretsWith().load('a');
    for (const [keys, changed] of [
      [[oldKey], 1],
      [[oldKey], 0],
      [[newKey, oldKey], 1],
      [[newKey], 0],
    ] as const) {
      expect(await secretsWith(...keys).rotate()).toBe(changed);
      expect(await secretsWith(...keys).load('a')).toBe(secret);
    }
    await expect(secretsWith(oldKey).load('a')).rejects.toThrow(`encrypted with the key ${secretKeyId(newKey)}`);
    expect(await secretsWith(newKey).rotate({ plain: true })).toBe(1);
    expect(await stored()).toEqual([secret]);
  });

  it.each([[[]], [[oldKey]]])(
    'is refused without its key, by an error that says which key is missing',
    async (keys) => {
      await secretsWith(newKey).load('a');
      const secrets = secretsWith(...keys);
      await expect(secrets.load('a')).rejects.toThrow(
        expect.objectContaining({ name: 'StartError', message: expect.stringContaining(secretKeyId(newKey)) }),
      );
    },
  );

  it('changes its key for all or for none', async () => {
    await secretsWith(oldKey).load('a');
    await secretsWith(newKey).load('b');
    const before = await stored();
    await expect(secretsWith(oldKey).rotate()).rejects.toThrow('is not in SECRETS_KEY');
    await expect(secretsWith().rotate()).rejects.toThrow('SECRETS_KEY is not set');
    expect(await stored()).toEqual(before);
    expect(await secretsWith(newKey, oldKey).rotate()).toBe(1);
  });
});

it('servers decrypt what they have stored while the key changes, and after the old key is gone', async () => {
  const start = async (...secretsKeys: string[]) => {
    const app = await startTestApp({ databaseUrl: test.url, secretsKeys });
    onTestFinished(() => app.stop());
    return app;
  };
  const app = await start(newKey, oldKey);
  const api = createApi(app.baseUrl, app.key);
  await secretsWith(oldKey, newKey).rotate();
  let rotating = true;
  const feeds: string[] = [];
  const writing = (async () => {
    for (let n = 0; rotating || n < 3; n += 1) {
      const { status, data } = await api.post<{ feedUrls: object }>('/export-profiles', {
        name: `P${n}`,
        format: 'csv',
      });
      expect(status).toBe(201);
      feeds.push(JSON.stringify(data.feedUrls));
    }
  })();
  expect(await app.container.secrets.rotate()).toBe(4);
  rotating = false;
  await writing;
  const later = createApi((await start(newKey)).baseUrl, app.key);
  const { data } = await later.get<{ feedUrls: object }[]>('/export-profiles');
  const pathsOf = (texts: readonly string[]) => texts.map((text) => text.replaceAll(/https?:\/\/[^/]+/g, '')).sort();
  expect(pathsOf(data.map((profile) => JSON.stringify(profile.feedUrls)))).toEqual(pathsOf(feeds));
  await expect(start(oldKey)).rejects.toThrow(`which is not in SECRETS_KEY`);
});
