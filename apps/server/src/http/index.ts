export * from './create-express-app.ts';
export { createHttp, type HttpFeatures } from './create-http.ts';
export { createHealth } from './health.ts';
export * from './http-server.ts';
export { createRateLimit } from './rate-limit.ts';
