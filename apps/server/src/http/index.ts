export * from './create-express-app.ts';
export { withEncryptedSecrets } from './encrypted-responses.ts';
export { createHealth } from './health/health.ts';
export * from './http-server.ts';
export * from './lookups.ts';
export { createRateLimit } from './policies.ts';
export * from './router.ts';
