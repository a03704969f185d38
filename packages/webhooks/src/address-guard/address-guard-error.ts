/**
 * Why an address may not be called:
 *
 * - `invalid_url`: it is not an absolute URL.
 * - `scheme`: it is not `https:` (with `allowPrivate`, not `http:` either).
 * - `credentials`: it holds a user name or a password.
 * - `unresolvable`: its name has no address.
 * - `blocked_address`: it is, or its name leads to, an address that is not public.
 */
export type AddressGuardCode = 'invalid_url' | 'scheme' | 'credentials' | 'unresolvable' | 'blocked_address';

/** What the address guard refuses with; also the `error` of a request whose agent it guards. */
export class AddressGuardError extends Error {
  override readonly name = 'AddressGuardError';
  readonly code: AddressGuardCode;

  constructor(code: AddressGuardCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message names no address: who registers a URL must not read this network's names from it. */
export const blockedAddress = (): AddressGuardError =>
  new AddressGuardError('blocked_address', 'The host is, or leads to, a private, loopback or reserved address.');
