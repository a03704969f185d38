import { createRemoteJWKSet, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose';
import type { Authenticator } from '../authenticator.ts';
import type { Caller } from '../caller.ts';
import { unauthorized } from '../credential.ts';

/** A caller authenticated by a token. */
export interface JwtCaller extends Caller {
  readonly claims: JWTPayload;
}

export interface JwtAuthenticatorOptions {
  /** Where the issuer publishes its keys (JWKS), or a function that finds the key of a token. */
  readonly keys: URL | JWTVerifyGetKey;
  /** The required `iss`. */
  readonly issuer: string;
  /** The required `aud`. */
  readonly audience: string;
  /** Default: the common asymmetric algorithms. */
  readonly algorithms?: readonly string[];
  /** Seconds that clocks may differ. Default 5. */
  readonly clockToleranceSeconds?: number;
  /** Default: the claim `tenant`, or the subject for issuers without tenants. */
  readonly tenantOf?: (claims: JWTPayload) => string;
  /** Default: the words of the claim `scope` (RFC 8693 §4.2). */
  readonly scopesOf?: (claims: JWTPayload) => Iterable<string>;
}

const asymmetric = ['RS256', 'PS256', 'ES256', 'ES384', 'EdDSA'];

/** Errors of jose for invalid tokens; its other errors mean that the keys could not be fetched. */
const refusals = [
  errors.JWTInvalid,
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
] as const;

/**
 * Authenticates by `Authorization: Bearer <JWT>` (RFC 9068). A bearer token that is not a JWT is left to other schemes.
 *
 * @example
 * const jwt = createJwtAuthenticator({ keys: new URL('https://id.example/jwks.json'), issuer: 'https://id.example', audience: 'todo' });
 */
export function createJwtAuthenticator(options: JwtAuthenticatorOptions): Authenticator<JwtCaller> {
  const { issuer, audience, algorithms = asymmetric, clockToleranceSeconds = 5 } = options;
  const keys = options.keys instanceof URL ? createRemoteJWKSet(options.keys) : options.keys;
  const { tenantOf = tenantClaim, scopesOf = scopeClaim } = options;
  const expected = {
    issuer,
    audience,
    algorithms: [...algorithms],
    clockTolerance: clockToleranceSeconds,
    requiredClaims: ['sub', 'exp'],
  };
  return {
    credential: 'token',
    hint: 'Send a token as "Authorization: Bearer <token>".',
    reads: ['Authorization'],
    challenge: 'Bearer realm="api"',
    async authenticate({ headers }) {
      const token = /^Bearer +([\w-]+\.[\w-]+\.[\w-]+) *$/i.exec(headers.authorization ?? '')?.[1];
      if (token === undefined) return null;
      const { payload } = await jwtVerify(token, keys, expected).catch(refuse);
      return {
        subject: payload.sub as string,
        tenantId: tenantOf(payload),
        scopes: new Set(scopesOf(payload)),
        claims: payload,
      };
    },
  };
}

/**
 * @throws ApiError `unauthorized` for an invalid token, else the original error: the caller is not at fault when keys
 * are unavailable.
 */
function refuse(thrown: unknown): never {
  if (!refusals.some((refusal) => thrown instanceof refusal)) throw thrown;
  throw unauthorized(thrown instanceof errors.JWTExpired ? 'The token has expired.' : 'The token is invalid.');
}

function tenantClaim({ tenant, sub = '' }: JWTPayload): string {
  return typeof tenant === 'string' ? tenant : sub;
}

function scopeClaim({ scope }: JWTPayload): string[] {
  return typeof scope === 'string' ? scope.split(' ').filter((name) => name !== '') : [];
}
