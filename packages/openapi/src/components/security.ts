import type { RoutePolicy } from '@contract-kit/http-spec';
import type { Security } from '../document.ts';

/** The two ways to send an API key. */
export const securitySchemes = {
  bearerAuth: { type: 'http', scheme: 'bearer', description: 'The API key as `Authorization: Bearer <API_KEY>`.' },
  apiKeyHeader: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: 'The API key as `X-API-Key: <API_KEY>`.',
  },
} as const;

/** One alternative per scheme and sufficient set of scopes; none where no key is needed. */
export function securityOf(policy: RoutePolicy): Security {
  if (policy.auth === 'none') return [];
  return Object.keys(securitySchemes).flatMap((scheme) =>
    sufficientScopes(policy).map((scopes) => ({ [scheme]: scopes })),
  );
}

/** The sets of scopes of which each is enough. */
function sufficientScopes({ scopes, anyScopes }: RoutePolicy): readonly (readonly string[])[] {
  return anyScopes === undefined ? [scopes] : anyScopes.map((scope) => [...new Set([...scopes, scope])]);
}
