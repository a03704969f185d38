export * from './api-error.ts';
export * from './clock.ts';
export * from './field-problems.ts';
export * from './ids.ts';
export * from './logger.ts';
export * from './request-context.ts';
export * from './route-context.ts';
export * from './start-error.ts';
