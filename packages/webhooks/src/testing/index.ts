export * from './create-test-delivery.ts';
export * from './seen-store-rules.ts';
