import { sign } from '@contract-kit/webhooks';
import { expect, it } from 'vitest';
import { createSecretCipher } from '../../storage/index.ts';
import { createEndpointSecret, signingKeys } from './endpoint-secrets.ts';

const cipher = createSecretCipher('shared');
const now = new Date('2026-01-31T09:30:00.000Z');

it('shows the beginning and end of a secret', () => {
  const { secret, preview } = createEndpointSecret(cipher, 'a');
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(preview).toBe(`whsec_…${secret.slice(-4)}`);
});

it('also signs with the previous secret until it expires', async () => {
  const [current, previous] = [createEndpointSecret(cipher, 'a'), createEndpointSecret(cipher, 'a')];
  const scheme = { id: 'a', signatureScheme: 'timestamped' } as const;
  const endpoint = { ...scheme, secret: current.encrypted, previousSecret: previous.encrypted };
  const until = (ms: number) => ({ ...endpoint, previousSecretUntil: new Date(now.getTime() + ms) });
  const never = { ...endpoint, previousSecret: null, previousSecretUntil: null };
  const signed = (secrets: Parameters<typeof sign>[0]['secrets']) => sign({ body: 'x', secrets, timestamp: 0 });
  expect(await signed(signingKeys(cipher, until(1), now))).toBe(await signed([current.secret, previous.secret]));
  expect(await signed(signingKeys(cipher, until(0), now))).toBe(await signed(current.secret));
  expect(await signed(signingKeys(cipher, never, now))).toBe(await signed(current.secret));
});
