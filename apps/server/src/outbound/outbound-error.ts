import { AddressGuardError } from '@contract-kit/webhooks/address-guard';

/**
 * Why an exchange failed:
 *
 * - `address`: the URL may not be called, because of its scheme, its credentials or its address.
 * - `dns`: its host name could not be resolved.
 * - `timeout`: no connection, or no complete response, in time.
 * - `tls`: the TLS handshake failed, or the certificate is not valid for the host.
 * - `connection`: the connection was refused, or ended before the response did.
 * - `protocol`: the response is not HTTP, or is unexpected, such as `101`.
 * - `redirect`: there are too many redirects, or one of them does not lead to a valid URL.
 * - `status`: the status is not 200.
 * - `encoding`: the body is compressed, which was not requested.
 * - `too_large`: the body is longer than allowed.
 * - `content`: the body is not what its reader expects. Thrown by the readers of responses.
 */
export type OutboundErrorCode =
  | 'address'
  | 'dns'
  | 'timeout'
  | 'tls'
  | 'connection'
  | 'protocol'
  | 'redirect'
  | 'status'
  | 'encoding'
  | 'too_large'
  | 'content';

/**
 * An exchange that failed. Its message is for the person who provided the URL: it reveals nothing about this server's
 * network.
 */
export class OutboundError extends Error {
  override readonly name = 'OutboundError';
  readonly code: OutboundErrorCode;

  constructor(code: OutboundErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * The system calls with which Node resolves names: through the system, or a name server. Their error codes are those of
 * sockets.
 */
const lookingUp = /^(getaddrinfo|query)/;
/** Codes of Node's TLS and of OpenSSL's certificate checks. */
const tlsCode =
  /^(ERR_TLS_|ERR_SSL_|EPROTO$|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_CA$|HOSTNAME_MISMATCH$)|CERT|CRL/;
/** Codes of Node's HTTP parser. */
const parserCode = /^HPE_/;

/** Converts an error of a socket, TLS, the HTTP parser, DNS or the address guard. */
export function toOutboundError(error: unknown): OutboundError {
  if (error instanceof OutboundError) return error;
  if (error instanceof AddressGuardError && error.code !== 'unresolvable') {
    return new OutboundError('address', error.message, { cause: error });
  }
  const code = codeOf(error);
  return new OutboundError(code, messages[code], { cause: error });
}

const messages = {
  dns: 'The host name could not be resolved.',
  timeout: 'No connection could be made in time.',
  tls: 'No secure connection could be made: the certificate or the TLS handshake is not valid.',
  connection: 'The connection was refused or ended too early.',
  protocol: 'The server did not send a valid HTTP response.',
} as const;

function codeOf(error: unknown): keyof typeof messages {
  const { code = '', syscall = '' } = error as NodeJS.ErrnoException;
  if (error instanceof AddressGuardError || lookingUp.test(syscall)) return 'dns';
  if (code === 'ETIMEDOUT') return 'timeout';
  if (parserCode.test(code)) return 'protocol';
  return tlsCode.test(code) ? 'tls' : 'connection';
}
