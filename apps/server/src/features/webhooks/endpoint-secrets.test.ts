import { expect, it } from 'vitest';
import { createSecretCipher } from '../../storage/index.ts';
import { createEndpointSecret, signingSecrets } from './endpoint-secrets.ts';

const cipher = createSecretCipher('shared');
const now = new Date('2026-01-31T09:30:00.000Z');

it('shows the beginning and end of a secret', () => {
  const { secret, preview } = createEndpointSecret(cipher, 'a');
  expect(secret).toMatch(/^whsec_[0-9a-f]{64}$/);
  expect(preview).toBe(`whsec_…${secret.slice(-4)}`);
});

it('also signs with the previous secret until it expires', () => {
  const [current, previous] = [createEndpointSecret(cipher, 'a'), createEndpointSecret(cipher, 'a')];
  const endpoint = { id: 'a', secret: current.encrypted, previousSecret: previous.encrypted };
  const until = (ms: number) => ({ ...endpoint, previousSecretUntil: new Date(now.getTime() + ms) });
  expect(signingSecrets(cipher, until(1), now)).toEqual([current.secret, previous.secret]);
  expect(signingSecrets(cipher, until(0), now)).toEqual([current.secret]);
  expect(signingSecrets(cipher, { ...endpoint, previousSecret: null, previousSecretUntil: null }, now)).toEqual([
    current.secret,
  ]);
});
