export * from './app-listener.ts';
export { createHttp, type HttpFeatures } from './create-http.ts';
export { createHealth } from './health.ts';
export * from './http-server.ts';
export { createRateLimit } from './rate-limit.ts';
