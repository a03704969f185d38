import { AddressGuardError } from '@contract-kit/webhooks/address-guard';

/** Why an attempt failed, as the delivery log shows it. */
export type ErrorReason =
  | 'timeout'
  | 'dns'
  | 'tls'
  | 'connection_refused'
  | 'blocked_address'
  | 'redirect'
  | 'http_4xx'
  | 'http_5xx';

/** An exchange that took longer than it may. */
export class ExchangeTimeout extends Error {
  override readonly name = 'ExchangeTimeout';
}

/** What a status says; null for success. Anything outside HTTP's classes is the receiver's failure. */
export function reasonOfStatus(status: number): ErrorReason | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return 'redirect';
  return status >= 400 && status < 500 ? 'http_4xx' : 'http_5xx';
}

/** What Node was at when a name was not found: asking the system, or a name server. Its codes are those of sockets. */
const lookingUp = /^(getaddrinfo|query)/;
const timeoutCodes = new Set(['ETIMEDOUT', 'ESOCKETTIMEDOUT']);
/** Codes of Node's TLS and of OpenSSL's certificate checks. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|HOSTNAME_MISMATCH$)|CERT|CRL/;

/** What a failed request says. `connection_refused` stands for a connection that was not made or did not hold. */
export function reasonOfError(error: unknown): ErrorReason {
  if (error instanceof ExchangeTimeout) return 'timeout';
  if (error instanceof AddressGuardError) return error.code === 'unresolvable' ? 'dns' : 'blocked_address';
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (lookingUp.test(syscall)) return 'dns';
  if (timeoutCodes.has(code)) return 'timeout';
  return tlsCode.test(code) ? 'tls' : 'connection_refused';
}
