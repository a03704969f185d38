import { expect, it } from 'vitest';
import { createSecret } from './secret.ts';
import { sign } from './sign.ts';

it('a new secret has 256 random bits after its prefix', () => {
  expect(createSecret()).toMatch(/^whsec_[0-9a-f]{64}$/);
});

it('no two new secrets are the same', () => {
  const secrets = Array.from({ length: 200 }, createSecret);
  expect(new Set(secrets).size).toBe(200);
  // Each of the 64 digits varies: none of them is fixed.
  for (let index = 6; index < 70; index += 1) {
    expect(new Set(secrets.map((secret) => secret[index])).size).toBeGreaterThan(8);
  }
});

it('a new secret signs', async () => {
  await expect(sign({ body: '', secrets: createSecret(), timestamp: 0 })).resolves.toMatch(/^t=0,v1=/);
});
