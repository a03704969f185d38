import { describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../config/index.ts';
import { startTestApp } from '../testing/test-app.ts';

/** Statuses of as many requests at once. */
async function burst(requests: number, settings: Partial<Config>) {
  const app = await startTestApp(settings);
  onTestFinished(() => app.stop());
  const send = () => fetch(`${app.baseUrl}/me`, { headers: { 'X-API-Key': app.key } });
  const answers = await Promise.all(Array.from({ length: requests }, send));
  return answers.map(({ status }) => status).sort();
}

describe.each(['memory', 'postgres'] as const)('requests counted in %s', (rateLimitStore) => {
  it('are as many as RATE_LIMIT says', async () => {
    expect(await burst(7, { rateLimitStore, rateLimit: 4 })).toEqual([200, 200, 200, 200, 429, 429, 429]);
  });
});

it('PostgreSQL counts for all processes together', async () => {
  const settings = { rateLimitStore: 'postgres', rateLimit: 4 } as const;
  const first = await startTestApp(settings);
  onTestFinished(() => first.stop());
  const second = await startTestApp({ ...settings, databaseUrl: first.test.url });
  onTestFinished(() => second.stop());
  const send = ({ baseUrl }: { baseUrl: string }) => fetch(`${baseUrl}/me`, { headers: { 'X-API-Key': first.key } });
  const statuses = [];
  for (const app of [first, second, first, second, first, second]) statuses.push((await send(app)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
});
