export * from './ipc-rate-limit-store.ts';
