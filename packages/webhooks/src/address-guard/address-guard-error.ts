/**
 * Why an address may not be called:
 *
 * - `invalid_url`: it is not an absolute URL.
 * - `scheme`: it is not `https:` (with `allowPrivate`, not `http:` either).
 * - `credentials`: it contains a user name or a password.
 * - `unresolvable`: its name has no address.
 * - `blocked_address`: its host is, or resolves to, an address that is not public.
 */
export type AddressGuardCode = 'invalid_url' | 'scheme' | 'credentials' | 'unresolvable' | 'blocked_address';

/** Thrown by the address guard; also emitted as the `error` event of requests with a guarded agent. */
export class AddressGuardError extends Error {
  override readonly name = 'AddressGuardError';
  readonly code: AddressGuardCode;

  constructor(code: AddressGuardCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The message contains no address, so that registering URLs does not reveal names of this network. */
export const blockedAddress = (): AddressGuardError =>
  new AddressGuardError('blocked_address', 'The host is, or resolves to, a private, loopback or reserved address.');
