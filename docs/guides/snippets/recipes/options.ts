import {
  createApiKey,
  createAuthenticator,
  createMemoryApiKeyStore,
  createMemoryRateLimitStore,
} from '@contract-kit/middleware';

const { key, id, hash } = createApiKey({ prefix: 'demo', id: 'k1' });
const dates = { createdAt: new Date(), expiresAt: null, revokedAt: null };
const keys = createMemoryApiKeyStore([{ id, tenantId: 'demo', name: 'Demo', scopes: [], hash, ...dates }]);
const standard = { name: 'standard', limit: 600, windowMs: 60_000 };

/** The API key that every recipe accepts. */
export const demoKey = key;

/** What every API needs and the recipes are not about. */
export const options = {
  auth: { apiKey: createAuthenticator({ prefix: 'demo', store: keys }) },
  rateLimit: { store: createMemoryRateLimitStore(), policies: { standard }, addressPolicy: standard },
};
