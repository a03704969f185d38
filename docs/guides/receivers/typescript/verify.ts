import { createHmac, timingSafeEqual } from 'node:crypto';

/** True when one of the secrets signed these raw bytes within the tolerance (seconds). */
export function verify(body: Buffer, signature: string, secrets: string[], now = Date.now() / 1000, tolerance = 300) {
  if (secrets.length === 0 || secrets.includes('')) throw new Error('A webhook secret is not set.');
  const parts = signature.split(',').map((part) => part.trim().split('='));
  const valuesOf = (name: string) => parts.filter(([key]) => key === name).map(([, ...value]) => value.join('='));
  const [t = '', ...more] = valuesOf('t');
  if (more.length > 0 || !/^[0-9]{1,15}$/.test(t)) return false;
  const candidates = valuesOf('v1').map((value) => Buffer.from(value.toLowerCase()));
  let matches = 0;
  for (const secret of secrets) {
    const expected = Buffer.from(createHmac('sha256', secret).update(`${t}.`).update(body).digest('hex'));
    for (const candidate of candidates) {
      if (candidate.length === expected.length && timingSafeEqual(candidate, expected)) matches += 1;
    }
  }
  return matches > 0 && Math.abs(Math.floor(now) - Number(t)) <= tolerance;
}
