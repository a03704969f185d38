import type { LookupAddress } from 'node:dns';
import { AddressGuardError, blockedAddress } from './address-guard-error.ts';
import { addressKindOf } from './address-kind.ts';
import { type AddressGuardOptions, type AddressPolicy, createAddressPolicy } from './address-policy.ts';
import { assertCallableUrl } from './assert-callable-url.ts';

/**
 * Asserts that a URL may be called: HTTPS, without credentials, and all addresses of its host are public. Use it when a
 * URL is registered. Names can change later, so send requests through {@link createGuardedAgent}.
 *
 * With `allowPrivate`, `http:` and every address are admitted and names are not resolved.
 *
 * @returns the URL, parsed.
 * @throws AddressGuardError saying what is wrong.
 * @example
 * const url = await assertPublicUrl('https://shop.example/hooks');
 */
export async function assertPublicUrl(url: string | URL, options: AddressGuardOptions = {}): Promise<URL> {
  const policy = createAddressPolicy(options);
  const parsed = assertCallableUrl(url, options);
  if (policy.allowPrivate) return parsed;
  const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
  const addresses = addressKindOf(host) === null ? await resolve(host, policy) : [host];
  if (!addresses.every(policy.admits)) throw blockedAddress();
  return parsed;
}

async function resolve(host: string, policy: AddressPolicy): Promise<string[]> {
  let found: readonly LookupAddress[];
  try {
    found = await policy.resolve(host, {});
  } catch (cause) {
    throw new AddressGuardError('unresolvable', 'The host of the URL has no address.', { cause });
  }
  if (found.length === 0) throw new AddressGuardError('unresolvable', 'The host of the URL has no address.');
  return found.map(({ address }) => address);
}
