import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { AddressGuardError, type AddressGuardOptions, assertCallableUrl, assertPublicUrl } from './index.ts';

const names: Readonly<Record<string, readonly string[]>> = {
  'public.example': ['93.184.215.14', '2606:2800:21f:cb07::1'],
  'private.example': ['10.0.0.1'],
  'both.example': ['93.184.215.14', '127.0.0.1'],
  'mapped.example': ['::ffff:169.254.169.254'],
  'empty.example': [],
  localhost: ['127.0.0.1', '::1'],
};

async function resolve(name: string): Promise<LookupAddress[]> {
  const addresses = names[name];
  if (addresses === undefined) throw Object.assign(new Error(`ENOTFOUND ${name}`), { code: 'ENOTFOUND' });
  return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
}

const outcomeOf = (url: string, options: AddressGuardOptions = {}) =>
  assertPublicUrl(url, { resolve, ...options }).then(
    ({ href }) => href,
    (error: unknown) => (error instanceof AddressGuardError ? error.code : error),
  );

describe('a URL', () => {
  it.each([
    'https://public.example/hooks?a=1',
    'https://public.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700::1111]/',
    'https://[::ffff:8.8.8.8]/',
  ])('is accepted as public: %s', async (url) => {
    expect(await outcomeOf(url)).toBe(new URL(url).href);
  });

  it.each([
    ['', 'invalid_url'],
    ['/hooks', 'invalid_url'],
    ['https://', 'invalid_url'],
    ['https://1.2.3.400/', 'invalid_url'],
    ['http://public.example/', 'scheme'],
    ['ftp://public.example/', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user@public.example/', 'credentials'],
    ['https://:password@public.example/', 'credentials'],
    ['https://private.example/', 'blocked_address'],
    ['https://both.example/', 'blocked_address'],
    ['https://mapped.example/', 'blocked_address'],
    ['https://localhost/', 'blocked_address'],
    ['https://127.0.0.1/', 'blocked_address'],
    ['https://2130706433/', 'blocked_address'],
    ['https://0x7f.1/', 'blocked_address'],
    ['https://0177.0.0.1/', 'blocked_address'],
    ['https://127.0.0.1./', 'blocked_address'],
    ['https://①②⑦.0.0.1/', 'blocked_address'],
    ['https://%31%32%37.0.0.1/', 'blocked_address'],
    ['https://169.254.169.254/latest/meta-data', 'blocked_address'],
    ['https://[::1]/', 'blocked_address'],
    ['https://[::ffff:127.0.0.1]/', 'blocked_address'],
    ['https://[::ffff:7f00:1]/', 'blocked_address'],
    ['https://[::127.0.0.1]/', 'blocked_address'],
    ['https://[64:ff9b::7f00:1]/', 'blocked_address'],
    ['https://[2002:7f00:1::]/', 'blocked_address'],
    ['https://[fd00:ec2::254]/', 'blocked_address'],
    ['https://0/', 'blocked_address'],
    ['https://unknown.example/', 'unresolvable'],
    ['https://empty.example/', 'unresolvable'],
  ])('is refused: %s, %s', async (url, code) => {
    expect(await outcomeOf(url)).toBe(code);
  });

  it('may be anything over HTTP and HTTPS where private addresses are allowed, except credentials', async () => {
    const options = { allowPrivate: true };
    expect(await outcomeOf('http://127.0.0.1:4000/hooks', options)).toBe('http://127.0.0.1:4000/hooks');
    expect(await outcomeOf('https://unknown.example/', options)).toBe('https://unknown.example/');
    expect(await outcomeOf('http://user@127.0.0.1/', options)).toBe('credentials');
    expect(await outcomeOf('ftp://127.0.0.1/', options)).toBe('scheme');
  });

  it('may lead to single allowed addresses, still only over HTTPS', async () => {
    const options = { admit: (address: string) => address === '10.0.0.1' };
    expect(await outcomeOf('https://private.example/', options)).toBe('https://private.example/');
    expect(await outcomeOf('https://10.0.0.1/', options)).toBe('https://10.0.0.1/');
    expect(await outcomeOf('https://10.0.0.2/', options)).toBe('blocked_address');
    expect(await outcomeOf('http://10.0.0.1/', options)).toBe('scheme');
  });

  it('is refused without revealing the address of its name', async () => {
    await expect(assertPublicUrl('https://private.example/', { resolve })).rejects.toThrow(/^(?!.*10\.0).*private/);
  });

  it('is looked up by the system by default', async () => {
    await expect(assertPublicUrl('https://localhost/')).rejects.toMatchObject({ code: 'blocked_address' });
  });
});

describe('a URL whose host is not checked', () => {
  const codeOf = (url: string, allowPrivate = false) => {
    try {
      return assertCallableUrl(url, { allowPrivate }).href;
    } catch (error) {
      return error instanceof AddressGuardError ? error.code : error;
    }
  };

  it.each([
    ['https://private.example/', 'https://private.example/'],
    ['https://127.0.0.1/', 'https://127.0.0.1/'],
    ['http://public.example/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['https://user@public.example/', 'credentials'],
    ['/hooks', 'invalid_url'],
  ])('%s is judged as %s', (url, expected) => {
    expect(codeOf(url)).toBe(expected);
  });

  it('may use HTTP where private addresses are allowed', () => {
    expect(codeOf('http://127.0.0.1/', true)).toBe('http://127.0.0.1/');
    expect(codeOf('http://:secret@127.0.0.1/', true)).toBe('credentials');
  });
});
