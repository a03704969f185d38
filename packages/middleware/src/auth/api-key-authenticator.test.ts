import { describe, expect, it } from 'vitest';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createApiKey } from './api-key.ts';
import { type AuthenticatorOptions, createAuthenticator } from './api-key-authenticator.ts';
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts';
import { createMemoryApiKeyStore } from './memory-api-key-store.ts';

function setUp(cache?: AuthenticatorOptions['cache']) {
  const clock = createFakeClock();
  const memory = createMemoryApiKeyStore();
  const finds: string[] = [];
  const store: ApiKeyStore = {
    find: (id) => {
      finds.push(id);
      return memory.find(id);
    },
  };
  const addKey = (id: string, change: Partial<ApiKeyRecord> = {}) => {
    const { key, hash } = createApiKey({ prefix: 'pcm', id });
    const record = { id, tenantId: 't', name: id, scopes: ['s'], hash, createdAt: new Date(0), expiresAt: null };
    memory.put({ ...record, revokedAt: null, ...change });
    return key;
  };
  const revoke = async (id: string) => {
    const record = (await memory.find(id)) as ApiKeyRecord;
    memory.put({ ...record, revokedAt: new Date(clock.nowMs()) });
  };
  const authenticator = createAuthenticator({ prefix: 'pcm', store, clock, cache });
  const authenticate = async (key: string) => authenticator.verify(key);
  return { clock, finds, addKey, revoke, authenticator, authenticate };
}

const refused = (message: string) => expect.objectContaining({ code: 'unauthorized', message });

describe('the authenticator', () => {
  it('turns a key into its caller', async () => {
    const { addKey, authenticate } = setUp();
    const caller = await authenticate(addKey('k1', { tenantId: 'acme', scopes: ['a', 'b'] }));
    expect(caller).toMatchObject({ subject: 'k1', tenantId: 'acme' });
    expect([...caller.scopes]).toEqual(['a', 'b']);
  });

  it('refuses a wrong secret, an unknown id and a malformed key with the same words', async () => {
    const { addKey, authenticate } = setUp();
    addKey('k1');
    const wrongSecret = createApiKey({ prefix: 'pcm', id: 'k1' }).key;
    const unknown = createApiKey({ prefix: 'pcm', id: 'k2' }).key;
    for (const key of [wrongSecret, unknown, 'rubbish']) {
      await expect(authenticate(key)).rejects.toEqual(refused('The API key is invalid.'));
    }
  });

  it('does not look up a malformed key', async () => {
    const { finds, authenticate } = setUp();
    await expect(authenticate('rubbish')).rejects.toThrow();
    expect(finds).toEqual([]);
  });

  it('reads from memory, synchronously, within the cache lifetime', async () => {
    const { addKey, authenticate, authenticator, finds, clock } = setUp();
    const key = addKey('k1');
    await authenticate(key);
    clock.advance(999);
    expect(authenticator.verify(key)).toMatchObject({ subject: 'k1' });
    expect(finds).toEqual(['k1']);
  });

  it('looks up a key once for concurrent requests', async () => {
    const { addKey, authenticate, finds } = setUp();
    const key = addKey('k1');
    await Promise.all(Array.from({ length: 50 }, () => authenticate(key)));
    expect(finds).toEqual(['k1']);
  });

  it('sees a revocation within a second without any message', async () => {
    const { addKey, authenticate, revoke, clock } = setUp();
    const key = addKey('k1');
    await authenticate(key);
    await revoke('k1');
    clock.advance(1000);
    await expect(authenticate(key)).rejects.toEqual(refused('The API key has been revoked.'));
  });

  it('sees a revocation immediately after an invalidation', async () => {
    const { addKey, authenticate, authenticator, revoke } = setUp();
    const key = addKey('k1');
    await authenticate(key);
    await revoke('k1');
    authenticator.invalidate('k1');
    await expect(authenticate(key)).rejects.toEqual(refused('The API key has been revoked.'));
  });

  it('does not keep what was loaded before an invalidation arrived', async () => {
    let release: (record: ApiKeyRecord) => void = () => {};
    const { key, hash } = createApiKey({ prefix: 'pcm', id: 'k1' });
    const active: ApiKeyRecord = {
      id: 'k1',
      tenantId: 't',
      name: 'k1',
      scopes: [],
      hash,
      createdAt: new Date(0),
      expiresAt: null,
      revokedAt: null,
    };
    const responses = [
      new Promise<ApiKeyRecord>((resolve) => {
        release = resolve;
      }),
      Promise.resolve({ ...active, revokedAt: new Date(0) }),
    ];
    const store: ApiKeyStore = { find: () => responses.shift() as Promise<ApiKeyRecord> };
    const authenticator = createAuthenticator({ prefix: 'pcm', store });
    const early = authenticator.verify(key);
    authenticator.invalidate('k1');
    release(active);
    await early;
    await expect(authenticator.verify(key)).rejects.toEqual(refused('The API key has been revoked.'));
  });

  it('refuses a key from its expiry on, even while it is cached', async () => {
    const { addKey, authenticate, authenticator, clock } = setUp();
    authenticator.trustInvalidation(true);
    const key = addKey('k1', { expiresAt: new Date(clock.nowMs() + 10) });
    await authenticate(key);
    clock.advance(10);
    await expect(authenticate(key)).rejects.toEqual(refused('The API key has expired.'));
  });

  it('reveals only to the holder of the secret that a key is revoked', async () => {
    const { addKey, authenticate } = setUp();
    addKey('k1', { revokedAt: new Date(0) });
    const guess = createApiKey({ prefix: 'pcm', id: 'k1' }).key;
    await expect(authenticate(guess)).rejects.toEqual(refused('The API key is invalid.'));
  });

  it('caches keys for longer while invalidations are trusted, and drops them when trust ends', async () => {
    const { addKey, authenticate, authenticator, finds, clock } = setUp();
    const key = addKey('k1');
    authenticator.trustInvalidation(true);
    await authenticate(key);
    clock.advance(60_000);
    await authenticate(key);
    expect(finds).toEqual(['k1']);
    authenticator.trustInvalidation(false);
    await authenticate(key);
    expect(finds).toEqual(['k1', 'k1']);
  });

  it('knows how long no key has been used', async () => {
    const { addKey, authenticate, authenticator, clock } = setUp();
    const key = addKey('k1');
    expect(authenticator.idleMs()).toBe(Infinity);
    await authenticate(key);
    clock.advance(1500);
    expect(authenticator.idleMs()).toBe(1500);
    await authenticate(key);
    expect(authenticator.idleMs()).toBe(0);
  });

  it('caches unknown ids only briefly, even while invalidations are trusted', async () => {
    const { addKey, authenticate, authenticator, finds, clock } = setUp();
    authenticator.trustInvalidation(true);
    const unknown = createApiKey({ prefix: 'pcm', id: 'k1' }).key;
    await expect(authenticate(unknown)).rejects.toThrow();
    await expect(authenticate(unknown)).rejects.toThrow();
    expect(finds).toEqual(['k1']);
    const key = addKey('k1');
    clock.advance(1000);
    await expect(authenticate(key)).resolves.toMatchObject({ subject: 'k1' });
  });

  it('keeps real keys in memory while ids are guessed', async () => {
    const { addKey, authenticate, finds } = setUp({ maxEntries: 3 });
    const keys = ['real0', 'real1', 'real2'].map((id) => addKey(id));
    for (const key of keys) await authenticate(key);
    for (let guess = 0; guess < 100; guess += 1) {
      await authenticate(createApiKey({ prefix: 'pcm', id: `guess${guess}` }).key).catch(() => null);
    }
    for (const key of keys) await authenticate(key);
    expect(finds.filter((id) => id.startsWith('real'))).toEqual(['real0', 'real1', 'real2']);
  });

  it('caches a limited number of unknown ids', async () => {
    const { authenticate, finds } = setUp({ maxEntries: 3 });
    const guesses = ['g0', 'g1', 'g2', 'g3'].map((id) => createApiKey({ prefix: 'pcm', id }).key);
    for (const key of [...guesses, guesses[3], guesses[0]]) await authenticate(key as string).catch(() => null);
    expect(finds).toEqual(['g0', 'g1', 'g2', 'g3', 'g0']);
  });

  it('looks up a key again after the store failed', async () => {
    const { key, hash } = createApiKey({ prefix: 'pcm', id: 'k1' });
    const record = { id: 'k1', tenantId: 't', name: '', scopes: [], hash, createdAt: new Date(0) };
    let down = true;
    const store: ApiKeyStore = {
      find: async () => {
        if (down) throw new Error('no connection');
        return { ...record, expiresAt: null, revokedAt: null };
      },
    };
    const authenticator = createAuthenticator({ prefix: 'pcm', store });
    await expect(authenticator.verify(key)).rejects.toThrow('no connection');
    down = false;
    await expect(authenticator.verify(key)).resolves.toMatchObject({ subject: 'k1' });
  });

  it('refuses a lifetime that would keep revoked keys alive', () => {
    const store = createMemoryApiKeyStore();
    expect(() => createAuthenticator({ prefix: 'pcm', store, cache: { ttlMs: 5000 } })).toThrow('trustInvalidation');
  });
});
