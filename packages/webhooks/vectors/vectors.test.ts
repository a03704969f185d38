import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { verify, WebhookVerificationError } from '../src/index.ts';
import { renderVectors, vectors } from './document.ts';

const published = readFileSync(new URL('../../../docs/webhook-vectors.json', import.meta.url), 'utf8');

it('are published as they are; run `pnpm generate` in packages/webhooks when this fails', () => {
  expect(published).toBe(renderVectors());
});

it('have each a name of their own', () => {
  expect(new Set(vectors.map(({ name }) => name)).size).toBe(vectors.length);
});

it('show every way to refuse', () => {
  expect(new Set(vectors.map(({ expected }) => expected))).toEqual(
    new Set(['valid', 'missing_header', 'malformed_header', 'no_match', 'timestamp_out_of_tolerance']),
  );
});

it.each((JSON.parse(published) as { vectors: typeof vectors }).vectors)(
  'vector $name is judged $expected',
  async ({ body, bodyEncoding, headers, secrets, now, toleranceSeconds, expected }) => {
    const judged = verify({ body: Buffer.from(body, bodyEncoding), headers, secrets, now, toleranceSeconds });
    const outcome = await judged.then(
      () => 'valid',
      (error: unknown) => (error instanceof WebhookVerificationError ? error.code : error),
    );
    expect(outcome).toBe(expected);
  },
);
