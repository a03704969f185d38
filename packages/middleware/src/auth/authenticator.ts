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
export function identify(request: RequestView, schemes: readonly NamedScheme[]): Identity | Promise<Identity> {
  return identifyFrom(0, null);

  function identifyFrom(position: number, refusal: ApiError | null): Identity | Promise<Identity> {
    const named = schemes[position];
    if (named === undefined) throw refusal ?? credentialMissing(schemes.map(({ scheme }) => scheme));
    const identified = (caller: Caller | null) =>
      caller === null ? identifyFrom(position + 1, refusal) : { ...named, caller };
    const refused = (thrown: unknown) => {
      if (!(thrown instanceof ApiError && thrown.code === 'unauthorized')) throw thrown;
      return identifyFrom(position + 1, refusal ?? thrown);
    };
    let caller: ReturnType<Authenticator['authenticate']>;
    try {
      caller = named.scheme.authenticate(request);
    } catch (thrown) {
      return refused(thrown);
    }
    // Most callers are known at once: their requests do not wait for a promise.
    return caller instanceof Promise ? caller.then(identified, refused) : identified(caller);
  }
}

/** A 401 for a request without any credential. */
function credentialMissing(schemes: readonly Authenticator[]): ApiError<'unauthorized'> {
  const challenges = new Set(schemes.map(({ challenge }) => challenge));
  return new ApiError('unauthorized', schemes.map(({ hint }) => hint).join(' Or: '), {
    headers: { 'WWW-Authenticate': [...challenges].join(', ') },
  });
}
