import { defineConfig } from 'orval';

export default defineConfig({
  api: {
    input: 'openapi.json',
    output: {
      target: 'api/client.ts',
      client: 'fetch',
      override: { mutator: { path: './http.ts', name: 'http' } },
    },
  },
});
