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

/** One alternative per scheme, each with the scopes of the route; none where no key is needed. */
export function securityOf(policy: RoutePolicy): Security {
  if (policy.auth === 'none') return [];
  return Object.keys(securitySchemes).map((scheme) => ({ [scheme]: policy.scopes }));
}
