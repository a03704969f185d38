import { readFileSync } from 'node:fs';
import { type SignatureScheme, verify, WebhookVerificationError } from '@contract-kit/webhooks';
import { webhookHeaders } from '@product-content/contract';
import { describe, expect, it } from 'vitest';
import type { WebhookVector } from './vector.ts';

const files: readonly [name: string, scheme: SignatureScheme][] = [
  ['webhook-vectors.json', 'timestamped'],
  ['webhook-vectors-standard.json', 'standard_webhooks'],
];

describe.each(files)('%s', (name, scheme) => {
  const published = readFileSync(new URL(`../${name}`, import.meta.url), 'utf8');
  const { vectors } = JSON.parse(published) as { vectors: readonly WebhookVector[] };

  it('gives each vector a unique name', () => {
    expect(new Set(vectors.map((vector) => vector.name)).size).toBe(vectors.length);
  });

  it('shows every way to refuse a delivery', () => {
    expect(new Set(vectors.map(({ expected }) => expected))).toEqual(
      new Set(['valid', 'missing_header', 'malformed_header', 'no_match', 'timestamp_out_of_tolerance']),
    );
  });

  it.each(vectors)('judges the vector $name as $expected', async ({ body, bodyEncoding, expected, ...vector }) => {
    const bytes = Buffer.from(body, bodyEncoding);
    const judged = verify({ ...vector, body: bytes, scheme, headerNames: webhookHeaders });
    const outcome = await judged.then(
      () => 'valid',
      (error: unknown) => (error instanceof WebhookVerificationError ? error.code : error),
    );
    expect(outcome).toBe(expected);
  });
});
