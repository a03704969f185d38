import { AddressGuardError } from './address-guard-error.ts';
import type { AddressGuardOptions } from './address-policy.ts';

/**
 * Asserts that a URL is absolute, HTTPS and without credentials; with `allowPrivate`, `http:` is admitted. The host is
 * not checked, so nothing is resolved: send the request through {@link createGuardedAgent}, which checks where it goes,
 * and call this before, for each redirect too.
 *
 * @returns the URL, parsed.
 * @throws AddressGuardError `invalid_url`, `scheme` or `credentials`.
 */
export function assertCallableUrl(
  url: string | URL,
  { allowPrivate = false }: Pick<AddressGuardOptions, 'allowPrivate'> = {},
): URL {
  const parsed = parse(url);
  if (parsed.protocol !== 'https:' && !(allowPrivate && parsed.protocol === 'http:')) {
    throw new AddressGuardError('scheme', `The URL must begin with https://${allowPrivate ? ' or http://' : ''}.`);
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new AddressGuardError('credentials', 'The URL must not contain a user name or a password.');
  }
  return parsed;
}

function parse(url: string | URL): URL {
  try {
    return new URL(url);
  } catch {
    throw new AddressGuardError('invalid_url', 'The URL is not an absolute URL.');
  }
}
