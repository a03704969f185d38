import { ApiError } from '@contract-kit/http-spec';
import type { RequestView } from '../core/request.ts';
import type { Caller } from './caller.ts';

/**
 * A way to authenticate: API keys, tokens, a session. Operations name those they accept.
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
  /** How messages name what it reads: `API key`. */
  readonly credential: string;
  /** What a client has to do, for the 401 of a request without any credential; a sentence. */
  readonly hint: string;
  /** The header fields it reads, for `Vary`: `['Authorization']`. */
  readonly reads: readonly string[];
  /** Its part of `WWW-Authenticate` (RFC 9110 §11.6.1): `Bearer realm="api"`. */
  readonly challenge: string;
  /**
   * Who sent a request; null when its credential is not in the request.
   *
   * @throws ApiError `unauthorized` when the credential is there and bad.
   */
  authenticate(request: RequestView): C | null | Promise<C | null>;
}

/** A scheme operations refer to by its name, and what authenticates by it. */
export interface NamedScheme {
  readonly name: string;
  readonly scheme: Authenticator;
}

/** A caller, and the scheme that knows it. */
export interface Identity extends NamedScheme {
  readonly caller: Caller;
}

/**
 * Asks schemes in their order who sent a request. The first that knows it wins: a browser with an expired session may
 * still bring a valid key.
 *
 * @throws ApiError `unauthorized`: what the first scheme with a bad credential says, else what is missing.
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
