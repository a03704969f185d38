import { type RoutePolicy, type SecurityScheme, securitySchemesOf, type Vocabulary } from '@contract-kit/http-spec';
import type { Security } from '../document.ts';

/** Every authentication scheme under its name in the document. */
export function describeSchemes({ authSchemes }: Vocabulary): Readonly<Record<string, SecurityScheme>> {
  const schemes = Object.entries(authSchemes).flatMap(([name, scheme]) =>
    Object.entries(securitySchemesOf(name, scheme)),
  );
  return Object.fromEntries(schemes);
}

/** One alternative per scheme and sufficient set of scopes; empty if anyone may call. */
export function securityOf(policy: RoutePolicy, { authSchemes }: Vocabulary): Security {
  const schemes = policy.auth.flatMap((name) => {
    const scheme = authSchemes[name];
    return scheme === undefined ? [] : Object.keys(securitySchemesOf(name, scheme));
  });
  return schemes.flatMap((scheme) => sufficientScopes(policy).map((scopes) => ({ [scheme]: scopes })));
}

/** The sets of scopes of which each is enough. */
function sufficientScopes({ scopes, anyScopes }: RoutePolicy): readonly (readonly string[])[] {
  return anyScopes === undefined ? [scopes] : anyScopes.map((scope) => [...new Set([...scopes, scope])]);
}
