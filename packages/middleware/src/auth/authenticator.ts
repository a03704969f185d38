import { ApiError } from '@contract-kit/http-spec';
import type { RequestView } from '../request.ts';
import type { Caller } from './caller.ts';

/**
 * An authentication scheme: API keys, tokens, a session. Operations name the schemes they accept.
 *
 * @example
 * const session: Authenticator<SessionCaller> = {
 *   credential: 'session',
 *   hint: 'Log in first.',
 *   reads: ['Cookie'],
 *   challenge: 'Session realm="api"',
 *   authenticate: (request) => sessions.find(request.headers.cookie),
 * };
 */
export interface Authenticator<C extends Caller = Caller> {
  /** The name of its credential in messages: `API key`. */
  readonly credential: string;
  /** One sentence for the 401 of a request without a credential: what the client must do. */
  readonly hint: string;
  /** The header fields it reads, for `Vary`: `['Authorization']`. */
  readonly reads: readonly string[];
  /** Its part of `WWW-Authenticate` (RFC 9110 §11.6.1): `Bearer realm="api"`. */
  readonly challenge: string;
  /**
   * The caller of a request; null when the request does not have its credential.
   *
   * @throws ApiError `unauthorized` when the credential is invalid.
   */
  authenticate(request: RequestView): C | null | Promise<C | null>;
}

/** A scheme by the name operations refer to, and its authenticator. */
export interface NamedScheme {
  readonly name: string;
  readonly scheme: Authenticator;
}

/** A caller, and the scheme that authenticated it. */
export interface Identity extends NamedScheme {
  readonly caller: Caller;
}

/**
 * Tries schemes in order. The first that authenticates the caller wins: a browser with an expired session may still
 * send a valid key.
 *
 * @throws ApiError `unauthorized`: the error of the first scheme with an invalid credential, else that the credential
 * is missing.
 */
export async function identify(request: RequestView, schemes: readonly NamedScheme[]): Promise<Identity> {
  let refusal: ApiError | null = null;
  for (const named of schemes) {
    try {
      const caller = await named.scheme.authenticate(request);
      if (caller !== null) return { ...named, caller };
    } catch (thrown) {
      if (!(thrown instanceof ApiError && thrown.code === 'unauthorized')) throw thrown;
      refusal ??= thrown;
    }
  }
  throw refusal ?? credentialMissing(schemes.map(({ scheme }) => scheme));
}

/** A 401 for a request without any credential. */
function credentialMissing(schemes: readonly Authenticator[]): ApiError<'unauthorized'> {
  const challenges = new Set(schemes.map(({ challenge }) => challenge));
  return new ApiError('unauthorized', schemes.map(({ hint }) => hint).join(' Or: '), {
    headers: { 'WWW-Authenticate': [...challenges].join(', ') },
  });
}
