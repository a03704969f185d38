import { systemTime, type TimeSource } from '../time-source.ts';
import { parseApiKey, secretMatches } from './api-key.ts';
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts';
import type { Authenticator } from './authenticator.ts';
import { type ApiKeyCaller, toCaller } from './caller.ts';
import { readCredential, unauthorized } from './credential.ts';
import { KeyCache } from './key-cache.ts';

export interface AuthenticatorOptions {
  /** The prefix of every key of the application. */
  readonly prefix: string;
  readonly store: ApiKeyStore;
  readonly cache?: {
    /**
     * How long a key is cached without asking the store, in milliseconds; at most 1,000, because a revoked key stays
     * valid that long if no invalidation arrives. Default 1,000.
     */
    readonly ttlMs?: number;
    /** The same while the invalidation channel is trusted. Default 300,000. */
    readonly trustedTtlMs?: number;
    /** Maximum number of cached keys, and of cached unknown ids. Default 10,000. */
    readonly maxEntries?: number;
  };
  readonly clock?: TimeSource;
}

/** Authenticates by API keys: `Authorization: Bearer <key>` or `X-API-Key: <key>`. */
export interface ApiKeyAuthenticator extends Authenticator<ApiKeyCaller> {
  /**
   * The caller of a key. Synchronous when the key is cached, which is the common case.
   *
   * @throws ApiError `unauthorized` for a malformed, unknown, expired or revoked key.
   */
  verify(key: string): ApiKeyCaller | Promise<ApiKeyCaller>;
  /** Forgets one key: it changed or was revoked. */
  invalidate(id: string): void;
  /** Forgets every key. */
  invalidateAll(): void;
  /**
   * Sets whether changes reach {@link ApiKeyAuthenticator.invalidate} reliably. While they do, keys are cached for
   * `trustedTtlMs`. Each switch clears the cache, because messages may have been lost.
   */
  trustInvalidation(trusted: boolean): void;
  /** Milliseconds since the last well-formed key was verified; `Infinity` before the first. */
  idleMs(): number;
}

/**
 * @example
 * const authenticator = createAuthenticator({ prefix: 'todo', store });
 * @throws RangeError for a lifetime over one second without an invalidation channel.
 */
export function createAuthenticator(options: AuthenticatorOptions): ApiKeyAuthenticator {
  const { prefix, store, clock = systemTime } = options;
  const { ttlMs = 1000, trustedTtlMs = 300_000, maxEntries = 10_000 } = options.cache ?? {};
  if (!(ttlMs >= 0 && ttlMs <= 1000)) {
    throw new RangeError('cache.ttlMs must be 0 to 1000: use trustInvalidation() for longer lifetimes.');
  }
  const cache = new KeyCache(maxEntries);
  const loads = new Map<string, Promise<ApiKeyRecord | null>>();
  let foundTtlMs = ttlMs;
  let usedAt = -Infinity;

  function load(id: string): Promise<ApiKeyRecord | null> {
    const running = loads.get(id);
    if (running !== undefined) return running;
    const startedAt = clock.monotonicMs();
    const loading: Promise<ApiKeyRecord | null> = store.find(id).then(
      (record) => {
        // An invalidation in the meantime removed the load from the list: its result may be stale.
        if (loads.get(id) === loading) {
          loads.delete(id);
          cache.set(id, record, startedAt);
        }
        return record;
      },
      (error: unknown) => {
        if (loads.get(id) === loading) loads.delete(id);
        throw error;
      },
    );
    loads.set(id, loading);
    return loading;
  }

  async function loadAndVerify(id: string, secret: string): Promise<ApiKeyCaller> {
    const record = await load(id);
    return assertUsable(record === null ? null : toCaller(record), secret, clock.nowMs());
  }

  function invalidateAll(): void {
    loads.clear();
    cache.clear();
  }

  function verify(key: string): ApiKeyCaller | Promise<ApiKeyCaller> {
    const parsed = parseApiKey(key, prefix);
    if (parsed === null) throw unauthorized('The API key is invalid.');
    usedAt = clock.monotonicMs();
    const cached = cache.get(parsed.id, usedAt, foundTtlMs, ttlMs);
    if (cached === undefined) return loadAndVerify(parsed.id, parsed.secret);
    return assertUsable(cached, parsed.secret, clock.nowMs());
  }

  return {
    credential: 'API key',
    hint: 'Send an API key as "Authorization: Bearer <key>" or "X-API-Key: <key>".',
    reads: ['Authorization', 'X-API-Key'],
    challenge: 'Bearer realm="api"',
    authenticate({ headers }) {
      const key = readCredential(headers);
      // Keys have no dots and tokens have two: a token is the credential of another scheme.
      return key === null || key.includes('.') ? null : verify(key);
    },
    verify,
    invalidate(id) {
      loads.delete(id);
      cache.delete(id);
    },
    invalidateAll,
    trustInvalidation(trusted) {
      foundTtlMs = trusted ? trustedTtlMs : ttlMs;
      invalidateAll();
    },
    idleMs: () => clock.monotonicMs() - usedAt,
  };
}

/** Expiry is checked on each request, so a cached key ends on time. */
function assertUsable(caller: ApiKeyCaller | null, secret: string, now: number): ApiKeyCaller {
  // The secret is checked first: only its holder learns that a key is revoked or expired.
  if (caller === null || !secretMatches(secret, caller.record.hash)) throw unauthorized('The API key is invalid.');
  const { expiresAt, revokedAt } = caller.record;
  if (revokedAt !== null && revokedAt.getTime() <= now) throw unauthorized('The API key has been revoked.');
  if (expiresAt !== null && expiresAt.getTime() <= now) throw unauthorized('The API key has expired.');
  return caller;
}
