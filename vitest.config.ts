import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{contract,packages,apps,docs,test}/**/*.test.ts'],
    exclude: ['**/node_modules/**', '**/dist/**'],
    globalSetup: ['./test/support/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
  },
});
