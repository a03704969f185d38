import { expect, it } from 'vitest';
import { createSecretCipher } from './secret-cipher.ts';

const cipher = createSecretCipher('shared');

it('decrypts what it encrypted, each time to different bytes', () => {
  const [first, second] = [cipher.encrypt('whsec_ä', 'a'), cipher.encrypt('whsec_ä', 'a')];
  expect(cipher.decrypt(first, 'a')).toBe('whsec_ä');
  expect(cipher.decrypt(second, 'a')).toBe('whsec_ä');
  expect(first.equals(second)).toBe(false);
  expect(first.includes('whsec_')).toBe(false);
});

it('refuses bytes that were modified, truncated, belong elsewhere or have another key', () => {
  const encrypted = cipher.encrypt('whsec_1', 'a');
  const changed = Buffer.from(encrypted);
  changed[14] = (changed[14] ?? 0) ^ 1;
  expect(() => cipher.decrypt(changed, 'a')).toThrow();
  expect(() => cipher.decrypt(encrypted.subarray(0, 20), 'a')).toThrow();
  expect(() => cipher.decrypt(encrypted, 'b')).toThrow();
  expect(() => createSecretCipher('other').decrypt(encrypted, 'a')).toThrow();
});
