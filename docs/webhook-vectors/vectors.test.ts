import { readFileSync } from 'node:fs';
import { verify, WebhookVerificationError } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import { expect, it } from 'vitest';
import type { WebhookVector } from './vector.ts';

const published = readFileSync(new URL('../webhook-vectors.json', import.meta.url), 'utf8');
const { vectors } = JSON.parse(published) as { vectors: readonly WebhookVector[] };

it('gives each vector a name of its own', () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
});

it('shows every way to refuse a delivery', () => {
  expect(new Set(vectors.map(({ expected }) => expected))).toEqual(
    new Set(['valid', 'missing_header', 'malformed_header', 'no_match', 'timestamp_out_of_tolerance']),
  );
});

it.each(vectors)('judges the vector $name as $expected', async ({ body, bodyEncoding, expected, ...vector }) => {
  const judged = verify({ ...vector, body: Buffer.from(body, bodyEncoding), headerNames: webhookHeaders });
  const outcome = await judged.then(
    () => 'valid',
    (error: unknown) => (error instanceof WebhookVerificationError ? error.code : error),
  );
  expect(outcome).toBe(expected);
});
