import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createApiKey, parseApiKey, secretMatches } from './api-key.ts';

const prefix = fc.stringMatching(/^[A-Za-z0-9]{1,32}$/);
const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/);

describe('an API key', () => {
  it('reads back as the id and a secret its hash matches', () => {
    fc.assert(
      fc.property(prefix, id, (prefix, id) => {
        const created = createApiKey({ prefix, id });
        const parsed = parseApiKey(created.key, prefix);
        expect(parsed?.id).toBe(id);
        expect(secretMatches(parsed?.secret ?? '', created.hash)).toBe(true);
      }),
    );
  });

  it('has a secret of more than 256 bits that is not in the part people see', () => {
    const { key, prefix } = createApiKey({ prefix: 'pcm', id: 'key_1' });
    const secret = key.slice(prefix.length + 1);
    expect(prefix).toBe('pcm_key_1');
    expect(secret).toMatch(/^[A-Za-z0-9]{44}$/);
    expect(secret.length * Math.log2(62)).toBeGreaterThan(256);
  });

  it('is stored as the SHA-256 of its secret', () => {
    const { key, hash } = createApiKey({ prefix: 'pcm', id: 'k' });
    const secret = key.split('_').at(-1) ?? '';
    expect(hash).toEqual(createHash('sha256').update(secret).digest());
  });

  it('never has the same secret twice', () => {
    const keys = new Set(Array.from({ length: 500 }, () => createApiKey({ prefix: 'a', id: 'b' }).key));
    expect(keys.size).toBe(500);
  });

  it('uses every letter about equally often', () => {
    const text = Array.from({ length: 2000 }, () => createApiKey({ prefix: 'a', id: 'b' }).key.slice(4)).join('');
    const counts = new Map<string, number>();
    for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
    const expected = text.length / 62;
    expect(counts.size).toBe(62);
    for (const count of counts.values()) expect(Math.abs(count - expected) / expected).toBeLessThan(0.25);
  });

  it('is refused when a part is missing, foreign or too long', () => {
    const { key } = createApiKey({ prefix: 'pcm', id: 'k1' });
    for (const text of [
      '',
      'pcm',
      'pcm_',
      'pcm_k1',
      'pcm_k1_short',
      `x${key}`,
      `${key} `,
      `${key}${'a'.repeat(300)}`,
    ]) {
      expect(parseApiKey(text, 'pcm')).toBeNull();
    }
    expect(parseApiKey(key, 'other')).toBeNull();
  });

  it('cannot be made of parts that could not be parsed again', () => {
    expect(() => createApiKey({ prefix: 'a_b', id: 'k' })).toThrow(TypeError);
    expect(() => createApiKey({ prefix: 'a', id: 'k 1' })).toThrow(TypeError);
  });

  it('does not match a hash of another length', () => {
    expect(secretMatches('secret', new Uint8Array(5))).toBe(false);
  });
});
